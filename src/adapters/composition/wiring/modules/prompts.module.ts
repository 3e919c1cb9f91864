import { setTimeout as delay } from 'node:timers/promises';
import { ContainerModule } from 'inversify';
import { BuildSearchIndex } from '../../../../application/maintenance/build-search-index.ts';
import type { Pause } from '../../../../application/ports/environment.ts';
import { CountPrompts } from '../../../../application/prompts/catalog/count-prompts.ts';
import { ListFolders } from '../../../../application/prompts/catalog/list-folders.ts';
import { ListNeighboringNames } from '../../../../application/prompts/catalog/list-neighboring-names.ts';
import { ListNumberedPage } from '../../../../application/prompts/catalog/list-numbered-page.ts';
import { ListPrompts } from '../../../../application/prompts/catalog/list-prompts.ts';
import { ListTags } from '../../../../application/prompts/catalog/list-tags.ts';
import { ReadLimits } from '../../../../application/prompts/catalog/read-limits.ts';
import { ReadPromptsState } from '../../../../application/prompts/catalog/read-prompts-state.ts';
import { ChangePrompt } from '../../../../application/prompts/change-prompt.ts';
import { CreatePrompt } from '../../../../application/prompts/create-prompt.ts';
import { DeletePrompt } from '../../../../application/prompts/delete-prompt.ts';
import { DraftVersion } from '../../../../application/prompts/draft-version.ts';
import { FlattenPrompt } from '../../../../application/prompts/flatten-prompt.ts';
import { ExportPrompts } from '../../../../application/prompts/import-export/export-prompts.ts';
import { ImportPrompts } from '../../../../application/prompts/import-export/import-prompts.ts';
import { ListLabelMoves } from '../../../../application/prompts/labels/list-label-moves.ts';
import { ListProtectedLabels } from '../../../../application/prompts/labels/list-protected-labels.ts';
import { MoveLabel } from '../../../../application/prompts/labels/move-label.ts';
import { MoveLabels } from '../../../../application/prompts/labels/move-labels.ts';
import { ProtectLabels } from '../../../../application/prompts/labels/protect-labels.ts';
import { RemoveLabel } from '../../../../application/prompts/labels/remove-label.ts';
import { RollBackLabel } from '../../../../application/prompts/labels/roll-back-label.ts';
import { PublishVersion } from '../../../../application/prompts/publish-version.ts';
import { PutPrompt } from '../../../../application/prompts/put-prompt.ts';
import { ReadPrompt } from '../../../../application/prompts/read-prompt.ts';
import { ReadPromptHead } from '../../../../application/prompts/read-prompt-head.ts';
import { RenderPrompt } from '../../../../application/prompts/render-prompt.ts';
import { RetryWhileStale } from '../../../../application/prompts/retry-while-stale.ts';
import { DiffVersions } from '../../../../application/prompts/versions/diff-versions.ts';
import { ListVersions } from '../../../../application/prompts/versions/list-versions.ts';
import { ReadVersion } from '../../../../application/prompts/versions/read-version.ts';
import { SearchIndexSchedule } from '../../../inbound/schedule/search-index-schedule.ts';
import { tokens } from '../tokens/tokens.ts';
import { injectByName } from './inject-by-name.ts';

const { promptReader, promptCatalog, promptWriter, promptArchive, protectedLabels, draftVersion, clock } = tokens;

const pause: Pause = (ms, signal) => delay(ms, undefined, { signal }).catch(() => {});

/** Builds the use cases about prompts. */
export const promptsModule = new ContainerModule(({ bind }) => {
  bind(tokens.draftVersion).toResolvedValue(
    (...parts) => new DraftVersion(...parts),
    [promptReader, tokens.contentHashing],
  );
  bind(tokens.retryWhileStale).toResolvedValue(
    (...ports) => new RetryWhileStale(...ports, pause),
    [clock, tokens.entropy],
  );
  bind(tokens.createPrompt).toResolvedValue(
    (...parts) => new CreatePrompt(...parts),
    [promptWriter, draftVersion, tokens.retryWhileStale, clock, tokens.entropy],
  );
  bind(tokens.publishVersion).toResolvedValue(
    (...parts) => new PublishVersion(...parts),
    [promptReader, promptWriter, protectedLabels, draftVersion, tokens.retryWhileStale, clock],
  );
  bind(tokens.putPrompt).toResolvedValue(
    (...parts) => new PutPrompt(...parts),
    [promptReader, promptWriter, protectedLabels, tokens.createPrompt, draftVersion, tokens.retryWhileStale, clock],
  );
  bind(tokens.changePrompt).toResolvedValue(
    (...parts) => new ChangePrompt(...parts),
    [promptReader, promptWriter, tokens.retryWhileStale, clock],
  );
  bind(tokens.deletePrompt).toResolvedValue(
    (...parts) => new DeletePrompt(...parts),
    [promptReader, promptWriter, tokens.retryWhileStale, clock],
  );
  bind(tokens.moveLabel).toResolvedValue(
    (...parts) => new MoveLabel(...parts),
    [promptReader, promptWriter, protectedLabels, tokens.retryWhileStale, clock],
  );
  bind(tokens.moveLabels).toResolvedValue(
    (...parts) => new MoveLabels(...parts),
    [promptReader, promptWriter, protectedLabels, tokens.retryWhileStale, clock],
  );
  bind(tokens.removeLabel).toResolvedValue(
    (...parts) => new RemoveLabel(...parts),
    [promptReader, promptWriter, tokens.retryWhileStale, clock],
  );
  bind(tokens.rollBackLabel).toResolvedValue(
    (...parts) => new RollBackLabel(...parts),
    [promptReader, promptWriter, tokens.retryWhileStale, clock],
  );
  bind(tokens.listLabelMoves).toResolvedValue((...parts) => new ListLabelMoves(...parts), [promptReader]);
  bind(tokens.listProtectedLabels).toResolvedValue((...parts) => new ListProtectedLabels(...parts), [protectedLabels]);
  bind(tokens.protectLabels).toResolvedValue(
    (...parts) => new ProtectLabels(...parts),
    [protectedLabels, tokens.retryWhileStale, clock],
  );
  bind(tokens.readPrompt).toResolvedValue((...parts) => new ReadPrompt(...parts), [promptReader, clock]);
  bind(tokens.readPromptHead).toResolvedValue((...parts) => new ReadPromptHead(...parts), [promptReader]);
  bind(tokens.listVersions).toResolvedValue((...parts) => new ListVersions(...parts), [promptReader]);
  bind(tokens.readVersion).toResolvedValue((...parts) => new ReadVersion(...parts), [promptReader]);
  bind(tokens.listPrompts).toResolvedValue(
    (...parts) => new ListPrompts(...parts),
    [promptCatalog, tokens.promptSearch],
  );
  bind(tokens.listNumberedPage).toResolvedValue(
    (...parts) => new ListNumberedPage(...parts),
    [promptCatalog, promptReader],
  );
  bind(tokens.buildSearchIndex).toResolvedValue((...parts) => new BuildSearchIndex(...parts), [tokens.searchIndexing]);
  bind(tokens.searchIndexSchedule).toResolvedValue(
    (...parts) => new SearchIndexSchedule(...parts),
    [tokens.buildSearchIndex, tokens.log],
  );
  bind(tokens.listNeighboringNames).toResolvedValue((...parts) => new ListNeighboringNames(...parts), [promptCatalog]);
  bind(tokens.listTags).toResolvedValue((...parts) => new ListTags(...parts), [promptCatalog]);
  bind(tokens.countPrompts).toResolvedValue((catalog) => new CountPrompts(catalog), [promptCatalog]);
  bind(tokens.listFolders).toResolvedValue((...parts) => new ListFolders(...parts), [promptCatalog]);
  bind(tokens.readPromptsState).toResolvedValue((...parts) => new ReadPromptsState(...parts), [promptReader]);
  bind(tokens.readLimits).toResolvedValue((...parts) => new ReadLimits(...parts), [promptCatalog, tokens.quotas]);
  bind(tokens.diffVersions).toResolvedValue((...parts) => new DiffVersions(...parts), [promptReader]);
  bind(tokens.renderPrompt).toResolvedValue(
    (...parts) => new RenderPrompt(...parts),
    [promptReader, tokens.readPrompt],
  );
  bind(tokens.flattenPrompt).toResolvedValue(
    (...parts) => new FlattenPrompt(...parts),
    [promptReader, tokens.readPrompt],
  );
  bind(tokens.exportPrompts).toResolvedValue(
    (...parts) => new ExportPrompts(...parts),
    [promptCatalog, promptArchive, promptReader, tokens.promptChanges],
  );
  bind(tokens.importPrompts).toResolvedValue(
    (...parts) => new ImportPrompts(...parts),
    [
      promptReader,
      promptWriter,
      promptArchive,
      promptCatalog,
      protectedLabels,
      tokens.quotas,
      tokens.retryWhileStale,
      clock,
      tokens.entropy,
    ],
  );
  bind(tokens.promptUseCases).toResolvedValue(
    ...injectByName({
      createPrompt: tokens.createPrompt,
      readPrompt: tokens.readPrompt,
      readPromptHead: tokens.readPromptHead,
      putPrompt: tokens.putPrompt,
      changePrompt: tokens.changePrompt,
      deletePrompt: tokens.deletePrompt,
      listPrompts: tokens.listPrompts,
      listNeighboringNames: tokens.listNeighboringNames,
      listTags: tokens.listTags,
      listFolders: tokens.listFolders,
      readPromptsState: tokens.readPromptsState,
      readLimits: tokens.readLimits,
      listVersions: tokens.listVersions,
      readVersion: tokens.readVersion,
      publishVersion: tokens.publishVersion,
      diffVersions: tokens.diffVersions,
      renderPrompt: tokens.renderPrompt,
      flattenPrompt: tokens.flattenPrompt,
      moveLabel: tokens.moveLabel,
      removeLabel: tokens.removeLabel,
      rollBackLabel: tokens.rollBackLabel,
      listLabelMoves: tokens.listLabelMoves,
      listProtectedLabels: tokens.listProtectedLabels,
      protectLabels: tokens.protectLabels,
      exportPrompts: tokens.exportPrompts,
      importPrompts: tokens.importPrompts,
    }),
  );
});
