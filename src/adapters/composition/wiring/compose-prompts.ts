import { ListCounts } from '../../../application/prompts/catalog/list-counts.ts';
import { ListNeighboringNames } from '../../../application/prompts/catalog/list-neighboring-names.ts';
import { ListNumberedPage } from '../../../application/prompts/catalog/list-numbered-page.ts';
import { ListPrompts } from '../../../application/prompts/catalog/list-prompts.ts';
import { ListSkippedPage } from '../../../application/prompts/catalog/list-skipped-page.ts';
import { ReadLimits } from '../../../application/prompts/catalog/read-limits.ts';
import { ChangePrompt } from '../../../application/prompts/change-prompt.ts';
import { CreatePrompt } from '../../../application/prompts/create-prompt.ts';
import { DeletePrompt } from '../../../application/prompts/delete-prompt.ts';
import { DraftVersion } from '../../../application/prompts/draft-version.ts';
import { FindRelease } from '../../../application/prompts/find-release.ts';
import { FlattenPrompt } from '../../../application/prompts/flatten-prompt.ts';
import { FindImpact } from '../../../application/prompts/impact/find-impact.ts';
import { ListIncluders } from '../../../application/prompts/impact/list-includers.ts';
import { ExportPrompts } from '../../../application/prompts/import-export/export-prompts.ts';
import { ImportPrompts } from '../../../application/prompts/import-export/import-prompts.ts';
import { FindLocks } from '../../../application/prompts/labels/find-locks.ts';
import { ListLabelMoves } from '../../../application/prompts/labels/list-label-moves.ts';
import { ListLabels } from '../../../application/prompts/labels/list-labels.ts';
import { LockPendingLabels } from '../../../application/prompts/labels/lock-pending-labels.ts';
import { MoveLabel } from '../../../application/prompts/labels/move-label.ts';
import { MoveLabels } from '../../../application/prompts/labels/move-labels.ts';
import { ProtectLabels } from '../../../application/prompts/labels/protect-labels.ts';
import { RemoveLabel } from '../../../application/prompts/labels/remove-label.ts';
import { RollBackLabel } from '../../../application/prompts/labels/roll-back-label.ts';
import { PublishVersion } from '../../../application/prompts/publish-version.ts';
import { PutPrompt } from '../../../application/prompts/put-prompt.ts';
import { ReadPrompt } from '../../../application/prompts/read-prompt.ts';
import { RenderPrompt } from '../../../application/prompts/render-prompt.ts';
import type { RetryWhileStale } from '../../../application/prompts/retry-while-stale.ts';
import { DiffVersions } from '../../../application/prompts/versions/diff-versions.ts';
import { FindVersionByHash } from '../../../application/prompts/versions/find-version-by-hash.ts';
import { ListVersions } from '../../../application/prompts/versions/list-versions.ts';
import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Quotas } from '../../../domain/prompts/quotas.ts';
import type { Ports } from './ports.ts';

/** The use cases about prompts. */
export function composePrompts(ports: Ports, quotas: Quotas, retry: Pick<RetryWhileStale, 'execute'>) {
  const { promptReader: reader, promptWriter: writer, promptCatalog: catalog, promptArchive: archive } = ports;
  const { promptSearch, promptChanges, pendingLocks, contentHashing, clock, entropy } = ports;
  const { protectedLabels: protection } = ports;
  const draftVersion = new DraftVersion(reader, contentHashing);
  const createPrompt = new CreatePrompt(writer, draftVersion, retry, clock, entropy);
  const readPrompt = new ReadPrompt(reader, clock);
  const findRelease = new FindRelease(contentHashing);
  const findLocks = new FindLocks(reader, catalog, findRelease);
  const moveLabels = new MoveLabels(reader, writer, protection, findRelease, retry, clock);
  return {
    createPrompt,
    putPrompt: new PutPrompt(reader, writer, protection, createPrompt, draftVersion, retry, clock),
    publishVersion: new PublishVersion(reader, writer, protection, draftVersion, retry, clock),
    changePrompt: new ChangePrompt(reader, writer, retry, clock),
    deletePrompt: new DeletePrompt(reader, writer, retry, clock),

    moveLabel: new MoveLabel(moveLabels),
    moveLabels,
    removeLabel: new RemoveLabel(reader, writer, protection, retry, clock),
    rollBackLabel: new RollBackLabel(reader, writer, protection, findRelease, retry, clock),
    listLabels: new ListLabels(reader, protection),
    listLabelMoves: new ListLabelMoves(reader),
    findLockedPrompts: (...label: Parameters<typeof findLocks.findLocked>) => findLocks.findLocked(...label),
    listProtectedLabels: (owner: AccountId) => protection.read(owner),
    protectLabels: new ProtectLabels(reader, protection, findLocks, retry, clock),
    lockPendingLabels: new LockPendingLabels(pendingLocks, reader, protection, findLocks, retry, clock),

    readPrompt,
    readPromptHead: (...prompt: Parameters<typeof reader.readHead>) => reader.readHead(...prompt),
    renderPrompt: new RenderPrompt(reader, readPrompt, contentHashing),
    flattenPrompt: new FlattenPrompt(reader, readPrompt),
    listVersions: new ListVersions(reader),
    diffVersions: new DiffVersions(reader),
    findVersionByHash: new FindVersionByHash(reader),

    listIncluders: new ListIncluders(reader),
    findImpact: new FindImpact(reader, draftVersion),

    listPrompts: new ListPrompts(catalog, promptSearch),
    listSkippedPage: new ListSkippedPage(catalog, promptSearch),
    listNumberedPage: new ListNumberedPage(catalog, reader),
    listNeighboringNames: new ListNeighboringNames(catalog),
    listTags: new ListCounts((owner, page) => catalog.countByTag(owner, page)),
    listFolders: new ListCounts((owner, page) => catalog.countByFolder(owner, page)),
    countPrompts: (...filter: Parameters<typeof catalog.count>) => catalog.count(...filter),
    readPromptsState: (owner: AccountId) => reader.readState(owner),
    readLimits: new ReadLimits(catalog, quotas),

    exportPrompts: new ExportPrompts(catalog, archive, reader, promptChanges),
    importPrompts: new ImportPrompts(ports, findRelease, quotas, retry),
  };
}
