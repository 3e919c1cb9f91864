import type { CountPrompts } from '../../../../application/prompts/catalog/count-prompts.ts';
import type { ListFolders } from '../../../../application/prompts/catalog/list-folders.ts';
import type { ListNeighboringNames } from '../../../../application/prompts/catalog/list-neighboring-names.ts';
import type { ListNumberedPage } from '../../../../application/prompts/catalog/list-numbered-page.ts';
import type { ListPrompts } from '../../../../application/prompts/catalog/list-prompts.ts';
import type { ListTags } from '../../../../application/prompts/catalog/list-tags.ts';
import type { ReadLimits } from '../../../../application/prompts/catalog/read-limits.ts';
import type { ReadPromptsState } from '../../../../application/prompts/catalog/read-prompts-state.ts';
import type { ChangePrompt } from '../../../../application/prompts/change-prompt.ts';
import type { CreatePrompt } from '../../../../application/prompts/create-prompt.ts';
import type { DeletePrompt } from '../../../../application/prompts/delete-prompt.ts';
import type { DraftVersion } from '../../../../application/prompts/draft-version.ts';
import type { FlattenPrompt } from '../../../../application/prompts/flatten-prompt.ts';
import type { ExportPrompts } from '../../../../application/prompts/import-export/export-prompts.ts';
import type { ImportPrompts } from '../../../../application/prompts/import-export/import-prompts.ts';
import type { ListLabelMoves } from '../../../../application/prompts/labels/list-label-moves.ts';
import type { ListProtectedLabels } from '../../../../application/prompts/labels/list-protected-labels.ts';
import type { MoveLabel } from '../../../../application/prompts/labels/move-label.ts';
import type { MoveLabels } from '../../../../application/prompts/labels/move-labels.ts';
import type { ProtectLabels } from '../../../../application/prompts/labels/protect-labels.ts';
import type { RemoveLabel } from '../../../../application/prompts/labels/remove-label.ts';
import type { RollBackLabel } from '../../../../application/prompts/labels/roll-back-label.ts';
import type { PublishVersion } from '../../../../application/prompts/publish-version.ts';
import type { PutPrompt } from '../../../../application/prompts/put-prompt.ts';
import type { ReadPrompt } from '../../../../application/prompts/read-prompt.ts';
import type { ReadPromptHead } from '../../../../application/prompts/read-prompt-head.ts';
import type { RenderPrompt } from '../../../../application/prompts/render-prompt.ts';
import type { RetryWhileStale } from '../../../../application/prompts/retry-while-stale.ts';
import type { DiffVersions } from '../../../../application/prompts/versions/diff-versions.ts';
import type { ListVersions } from '../../../../application/prompts/versions/list-versions.ts';
import type { ReadVersion } from '../../../../application/prompts/versions/read-version.ts';
import type { Quotas } from '../../../../domain/prompts/quotas.ts';
import type { PromptUseCases } from '../../../inbound/api/prompts/prompt-routes.ts';
import { token } from './token.ts';

/** Prompts and what is done with them. */
export const promptTokens = {
  /** How much an account may store. */
  quotas: token<Quotas>('Quotas'),
  changePrompt: token<ChangePrompt>('ChangePrompt'),
  createPrompt: token<CreatePrompt>('CreatePrompt'),
  deletePrompt: token<DeletePrompt>('DeletePrompt'),
  diffVersions: token<DiffVersions>('DiffVersions'),
  draftVersion: token<DraftVersion>('DraftVersion'),
  exportPrompts: token<ExportPrompts>('ExportPrompts'),
  importPrompts: token<ImportPrompts>('ImportPrompts'),
  countPrompts: token<CountPrompts>('CountPrompts'),
  listFolders: token<ListFolders>('ListFolders'),
  listLabelMoves: token<ListLabelMoves>('ListLabelMoves'),
  listNeighboringNames: token<ListNeighboringNames>('ListNeighboringNames'),
  listNumberedPage: token<ListNumberedPage>('ListNumberedPage'),
  listPrompts: token<ListPrompts>('ListPrompts'),
  listProtectedLabels: token<ListProtectedLabels>('ListProtectedLabels'),
  listTags: token<ListTags>('ListTags'),
  listVersions: token<ListVersions>('ListVersions'),
  moveLabel: token<MoveLabel>('MoveLabel'),
  moveLabels: token<MoveLabels>('MoveLabels'),
  protectLabels: token<ProtectLabels>('ProtectLabels'),
  publishVersion: token<PublishVersion>('PublishVersion'),
  putPrompt: token<PutPrompt>('PutPrompt'),
  readPrompt: token<ReadPrompt>('ReadPrompt'),
  readPromptHead: token<ReadPromptHead>('ReadPromptHead'),
  readLimits: token<ReadLimits>('ReadLimits'),
  readPromptsState: token<ReadPromptsState>('ReadPromptsState'),
  readVersion: token<ReadVersion>('ReadVersion'),
  removeLabel: token<RemoveLabel>('RemoveLabel'),
  renderPrompt: token<RenderPrompt>('RenderPrompt'),
  flattenPrompt: token<FlattenPrompt>('FlattenPrompt'),
  retryWhileStale: token<Pick<RetryWhileStale, 'execute'>>('RetryWhileStale'),
  rollBackLabel: token<RollBackLabel>('RollBackLabel'),
  /** The use cases of the prompt routes, which are mounted twice. */
  promptUseCases: token<PromptUseCases>('PromptUseCases'),
};
