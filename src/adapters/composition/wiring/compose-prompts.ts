import { setTimeout as delay } from 'node:timers/promises';
import type { Pause } from '../../../application/ports/environment.ts';
import { CountPrompts } from '../../../application/prompts/catalog/count-prompts.ts';
import { ListFolders } from '../../../application/prompts/catalog/list-folders.ts';
import { ListNeighboringNames } from '../../../application/prompts/catalog/list-neighboring-names.ts';
import { ListNumberedPage } from '../../../application/prompts/catalog/list-numbered-page.ts';
import { ListPrompts } from '../../../application/prompts/catalog/list-prompts.ts';
import { ListTags } from '../../../application/prompts/catalog/list-tags.ts';
import { ReadLimits } from '../../../application/prompts/catalog/read-limits.ts';
import { ReadPromptsState } from '../../../application/prompts/catalog/read-prompts-state.ts';
import { ChangePrompt } from '../../../application/prompts/change-prompt.ts';
import { CreatePrompt } from '../../../application/prompts/create-prompt.ts';
import { DeletePrompt } from '../../../application/prompts/delete-prompt.ts';
import { DraftVersion } from '../../../application/prompts/draft-version.ts';
import { FlattenPrompt } from '../../../application/prompts/flatten-prompt.ts';
import { ExportPrompts } from '../../../application/prompts/import-export/export-prompts.ts';
import { ImportPrompts } from '../../../application/prompts/import-export/import-prompts.ts';
import { ListLabelMoves } from '../../../application/prompts/labels/list-label-moves.ts';
import { ListProtectedLabels } from '../../../application/prompts/labels/list-protected-labels.ts';
import { MoveLabel } from '../../../application/prompts/labels/move-label.ts';
import { MoveLabels } from '../../../application/prompts/labels/move-labels.ts';
import { ProtectLabels } from '../../../application/prompts/labels/protect-labels.ts';
import { RemoveLabel } from '../../../application/prompts/labels/remove-label.ts';
import { RollBackLabel } from '../../../application/prompts/labels/roll-back-label.ts';
import { PublishVersion } from '../../../application/prompts/publish-version.ts';
import { PutPrompt } from '../../../application/prompts/put-prompt.ts';
import { ReadPrompt } from '../../../application/prompts/read-prompt.ts';
import { ReadPromptHead } from '../../../application/prompts/read-prompt-head.ts';
import { RenderPrompt } from '../../../application/prompts/render-prompt.ts';
import { RetryWhileStale } from '../../../application/prompts/retry-while-stale.ts';
import { DiffVersions } from '../../../application/prompts/versions/diff-versions.ts';
import { FindVersionByHash } from '../../../application/prompts/versions/find-version-by-hash.ts';
import { ListVersions } from '../../../application/prompts/versions/list-versions.ts';
import { ReadVersion } from '../../../application/prompts/versions/read-version.ts';
import type { Quotas } from '../../../domain/prompts/quotas.ts';
import type { PrometheusMetrics } from '../../inbound/http/metrics/prometheus-metrics.ts';
import { countRetries } from './count-outcomes.ts';
import type { Ports } from './ports.ts';

const pause: Pause = (ms, signal) => delay(ms, undefined, { signal }).catch(() => {});

/** The use cases about prompts. */
export function composePrompts(ports: Ports, quotas: Quotas, metrics?: PrometheusMetrics) {
  const { promptReader: reader, promptWriter: writer, promptCatalog: catalog, promptArchive: archive } = ports;
  const { promptSearch, promptChanges, protectedLabels, contentHashing, clock, entropy } = ports;
  const retry = countRetries(new RetryWhileStale(clock, entropy, pause), metrics);
  const draftVersion = new DraftVersion(reader, contentHashing);
  const createPrompt = new CreatePrompt(writer, draftVersion, retry, clock, entropy);
  const readPrompt = new ReadPrompt(reader, clock);
  return {
    createPrompt,
    putPrompt: new PutPrompt(reader, writer, protectedLabels, createPrompt, draftVersion, retry, clock),
    publishVersion: new PublishVersion(reader, writer, protectedLabels, draftVersion, retry, clock),
    changePrompt: new ChangePrompt(reader, writer, retry, clock),
    deletePrompt: new DeletePrompt(reader, writer, retry, clock),

    moveLabel: new MoveLabel(reader, writer, protectedLabels, retry, clock),
    moveLabels: new MoveLabels(reader, writer, protectedLabels, retry, clock),
    removeLabel: new RemoveLabel(reader, writer, retry, clock),
    rollBackLabel: new RollBackLabel(reader, writer, retry, clock),
    listLabelMoves: new ListLabelMoves(reader),
    listProtectedLabels: new ListProtectedLabels(protectedLabels),
    protectLabels: new ProtectLabels(protectedLabels, retry, clock),

    readPrompt,
    readPromptHead: new ReadPromptHead(reader),
    renderPrompt: new RenderPrompt(reader, readPrompt),
    flattenPrompt: new FlattenPrompt(reader, readPrompt),
    readVersion: new ReadVersion(reader),
    listVersions: new ListVersions(reader),
    diffVersions: new DiffVersions(reader),
    findVersionByHash: new FindVersionByHash(reader),

    listPrompts: new ListPrompts(catalog, promptSearch),
    listNumberedPage: new ListNumberedPage(catalog, reader),
    listNeighboringNames: new ListNeighboringNames(catalog),
    listTags: new ListTags(catalog),
    listFolders: new ListFolders(catalog),
    countPrompts: new CountPrompts(catalog),
    readPromptsState: new ReadPromptsState(reader),
    readLimits: new ReadLimits(catalog, quotas),

    exportPrompts: new ExportPrompts(catalog, archive, reader, promptChanges),
    importPrompts: new ImportPrompts(reader, writer, archive, catalog, protectedLabels, quotas, retry, clock, entropy),
  };
}
