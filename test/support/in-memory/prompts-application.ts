import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { PromptUseCases } from '../../../src/adapters/inbound/api/prompts/prompt-routes.ts';
import { FollowChanges } from '../../../src/application/changes/follow-changes.ts';
import { ListChanges } from '../../../src/application/changes/list-changes.ts';
import { ReadNewestPosition } from '../../../src/application/changes/read-newest-position.ts';
import type { Clock, Entropy } from '../../../src/application/ports/environment.ts';
import type { ContentHashing } from '../../../src/application/ports/hashing.ts';
import { ListFolders } from '../../../src/application/prompts/catalog/list-folders.ts';
import { ListNeighboringNames } from '../../../src/application/prompts/catalog/list-neighboring-names.ts';
import { ListNumberedPage } from '../../../src/application/prompts/catalog/list-numbered-page.ts';
import { ListPrompts } from '../../../src/application/prompts/catalog/list-prompts.ts';
import { ListTags } from '../../../src/application/prompts/catalog/list-tags.ts';
import { ReadLimits } from '../../../src/application/prompts/catalog/read-limits.ts';
import { ReadPromptsState } from '../../../src/application/prompts/catalog/read-prompts-state.ts';
import { ChangePrompt } from '../../../src/application/prompts/change-prompt.ts';
import { CreatePrompt } from '../../../src/application/prompts/create-prompt.ts';
import { DeletePrompt } from '../../../src/application/prompts/delete-prompt.ts';
import { DraftVersion } from '../../../src/application/prompts/draft-version.ts';
import { FlattenPrompt } from '../../../src/application/prompts/flatten-prompt.ts';
import { ExportPrompts } from '../../../src/application/prompts/import-export/export-prompts.ts';
import { ImportPrompts } from '../../../src/application/prompts/import-export/import-prompts.ts';
import { ListLabelMoves } from '../../../src/application/prompts/labels/list-label-moves.ts';
import { ListProtectedLabels } from '../../../src/application/prompts/labels/list-protected-labels.ts';
import { MoveLabel } from '../../../src/application/prompts/labels/move-label.ts';
import { MoveLabels } from '../../../src/application/prompts/labels/move-labels.ts';
import { ProtectLabels } from '../../../src/application/prompts/labels/protect-labels.ts';
import { RemoveLabel } from '../../../src/application/prompts/labels/remove-label.ts';
import { RollBackLabel } from '../../../src/application/prompts/labels/roll-back-label.ts';
import { PublishVersion } from '../../../src/application/prompts/publish-version.ts';
import { PutPrompt } from '../../../src/application/prompts/put-prompt.ts';
import { ReadPrompt } from '../../../src/application/prompts/read-prompt.ts';
import { ReadPromptHead } from '../../../src/application/prompts/read-prompt-head.ts';
import { RenderPrompt } from '../../../src/application/prompts/render-prompt.ts';
import { RetryWhileStale } from '../../../src/application/prompts/retry-while-stale.ts';
import { DiffVersions } from '../../../src/application/prompts/versions/diff-versions.ts';
import { ListVersions } from '../../../src/application/prompts/versions/list-versions.ts';
import { ReadVersion } from '../../../src/application/prompts/versions/read-version.ts';
import type { ContentHash } from '../../../src/domain/prompts/prompt-version.ts';
import { DEFAULT_QUOTAS } from '../../../src/domain/prompts/quotas.ts';
import { InMemoryPrompts } from './in-memory-prompts.ts';
import { inMemoryPromptPorts, type PromptPorts } from './prompt-ports.ts';

export const hashing: ContentHashing = {
  hash: (text) => `sha256:${createHash('sha256').update(text).digest('hex')}` as ContentHash,
};
const entropy: Entropy = { bytes: (count) => randomBytes(count) };

/** Its short pauses take no time, but long by its own clock. The long ones, in its queue, end only when they are aborted. */
export function aRetryWhileStale(): RetryWhileStale {
  let nowMs = 0;
  const pause = async (ms: number, signal: AbortSignal) => {
    if (ms <= 64) nowMs += 100;
    else if (!signal.aborted) await once(signal, 'abort');
  };
  return new RetryWhileStale({ now: () => new Date(nowMs) }, entropy, pause);
}

/** All prompt use cases, on a fake by default, with a clock that tests can set. */
export function aPromptsApplication(given?: PromptPorts, quotas = DEFAULT_QUOTAS) {
  const prompts = given ?? inMemoryPromptPorts(new InMemoryPrompts(undefined, quotas));
  const { reader, catalog, search, writer, archive, protection } = prompts;
  const time = { now: new Date('2026-11-15T12:00:00.000Z') };
  const clock: Clock = { now: () => time.now };
  const retryWhileStale = aRetryWhileStale();
  const draftVersion = new DraftVersion(reader, hashing);
  const createPrompt = new CreatePrompt(writer, draftVersion, retryWhileStale, clock, entropy);
  const readPrompt = new ReadPrompt(reader, clock);
  const useCases: PromptUseCases = {
    createPrompt,
    readPrompt,
    readPromptHead: new ReadPromptHead(reader),
    putPrompt: new PutPrompt(reader, writer, protection, createPrompt, draftVersion, retryWhileStale, clock),
    changePrompt: new ChangePrompt(reader, writer, retryWhileStale, clock),
    deletePrompt: new DeletePrompt(reader, writer, retryWhileStale, clock),
    listPrompts: new ListPrompts(catalog, search),
    listNeighboringNames: new ListNeighboringNames(catalog),
    listTags: new ListTags(catalog),
    listFolders: new ListFolders(catalog),
    readPromptsState: new ReadPromptsState(reader),
    readLimits: new ReadLimits(catalog, quotas),
    listVersions: new ListVersions(reader),
    readVersion: new ReadVersion(reader),
    publishVersion: new PublishVersion(reader, writer, protection, draftVersion, retryWhileStale, clock),
    diffVersions: new DiffVersions(reader),
    renderPrompt: new RenderPrompt(reader, readPrompt),
    flattenPrompt: new FlattenPrompt(reader, readPrompt),
    moveLabel: new MoveLabel(reader, writer, protection, retryWhileStale, clock),
    removeLabel: new RemoveLabel(reader, writer, retryWhileStale, clock),
    rollBackLabel: new RollBackLabel(reader, writer, retryWhileStale, clock),
    listLabelMoves: new ListLabelMoves(reader),
    listProtectedLabels: new ListProtectedLabels(protection),
    protectLabels: new ProtectLabels(protection, retryWhileStale, clock),
    exportPrompts: new ExportPrompts(catalog, archive, reader, prompts.changes),
    importPrompts: new ImportPrompts(
      reader,
      writer,
      archive,
      catalog,
      protection,
      quotas,
      retryWhileStale,
      clock,
      entropy,
    ),
  };
  const changeUseCases = {
    followChanges: new FollowChanges(prompts.changes, hashing),
    listChanges: new ListChanges(prompts.changes, hashing),
    readNewestPosition: new ReadNewestPosition(prompts.changes, hashing),
  };
  /** Of the Langfuse API alone. */
  const langfuseUseCases = {
    listNumberedPage: new ListNumberedPage(catalog, reader),
    moveLabels: new MoveLabels(reader, writer, protection, retryWhileStale, clock),
  };
  return { ...useCases, useCases, changeUseCases, langfuseUseCases, prompts, time };
}
