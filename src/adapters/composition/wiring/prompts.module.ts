import { ContainerModule } from 'inversify';
import { ChangePrompt } from '../../../application/prompts/change-prompt.ts';
import { CreatePrompt } from '../../../application/prompts/create-prompt.ts';
import { DeletePrompt } from '../../../application/prompts/delete-prompt.ts';
import { DiffVersions } from '../../../application/prompts/diff-versions.ts';
import { DraftVersion } from '../../../application/prompts/draft-version.ts';
import { ExportPrompts } from '../../../application/prompts/import-export/export-prompts.ts';
import { ImportPrompts } from '../../../application/prompts/import-export/import-prompts.ts';
import { ListLabelMoves } from '../../../application/prompts/labels/list-label-moves.ts';
import { MoveLabel } from '../../../application/prompts/labels/move-label.ts';
import { RemoveLabel } from '../../../application/prompts/labels/remove-label.ts';
import { RollBackLabel } from '../../../application/prompts/labels/roll-back-label.ts';
import { ListPrompts } from '../../../application/prompts/list-prompts.ts';
import { ListVersions } from '../../../application/prompts/list-versions.ts';
import { PublishVersion } from '../../../application/prompts/publish-version.ts';
import { PutPrompt } from '../../../application/prompts/put-prompt.ts';
import { ReadPrompt } from '../../../application/prompts/read-prompt.ts';
import { RenderPrompt } from '../../../application/prompts/render-prompt.ts';
import { resolveAll } from './resolve-all.ts';
import { tokens } from './tokens.ts';

const { promptRepository, draftVersion, clock } = tokens;

/** Builds the use cases about prompts. */
export const promptsModule = new ContainerModule(({ bind }) => {
  bind(tokens.draftVersion).toResolvedValue(
    (...parts) => new DraftVersion(...parts),
    [promptRepository, tokens.contentHashing],
  );
  bind(tokens.createPrompt).toResolvedValue(
    (...parts) => new CreatePrompt(...parts),
    [promptRepository, draftVersion, clock, tokens.entropy],
  );
  bind(tokens.publishVersion).toResolvedValue(
    (...parts) => new PublishVersion(...parts),
    [promptRepository, draftVersion, clock],
  );
  bind(tokens.putPrompt).toResolvedValue(
    (...parts) => new PutPrompt(...parts),
    [promptRepository, tokens.createPrompt, draftVersion, clock],
  );
  bind(tokens.changePrompt).toResolvedValue((...parts) => new ChangePrompt(...parts), [promptRepository, clock]);
  bind(tokens.deletePrompt).toResolvedValue((...parts) => new DeletePrompt(...parts), [promptRepository]);
  bind(tokens.moveLabel).toResolvedValue((...parts) => new MoveLabel(...parts), [promptRepository, clock]);
  bind(tokens.removeLabel).toResolvedValue((...parts) => new RemoveLabel(...parts), [promptRepository, clock]);
  bind(tokens.rollBackLabel).toResolvedValue((...parts) => new RollBackLabel(...parts), [promptRepository, clock]);
  bind(tokens.listLabelMoves).toResolvedValue((...parts) => new ListLabelMoves(...parts), [promptRepository]);
  bind(tokens.readPrompt).toResolvedValue((...parts) => new ReadPrompt(...parts), [promptRepository]);
  bind(tokens.listVersions).toResolvedValue((...parts) => new ListVersions(...parts), [promptRepository]);
  bind(tokens.listPrompts).toResolvedValue((...parts) => new ListPrompts(...parts), [promptRepository]);
  bind(tokens.diffVersions).toResolvedValue((...parts) => new DiffVersions(...parts), [promptRepository]);
  bind(tokens.renderPrompt).toResolvedValue(
    (...parts) => new RenderPrompt(...parts),
    [promptRepository, tokens.readPrompt],
  );
  bind(tokens.exportPrompts).toResolvedValue((...parts) => new ExportPrompts(...parts), [promptRepository]);
  bind(tokens.importPrompts).toResolvedValue(
    (...parts) => new ImportPrompts(...parts),
    [promptRepository, tokens.exportPrompts, tokens.contentHashing, clock, tokens.entropy],
  );
  bind(tokens.promptUseCases).toDynamicValue((context) =>
    resolveAll(context, {
      createPrompt: tokens.createPrompt,
      readPrompt: tokens.readPrompt,
      putPrompt: tokens.putPrompt,
      changePrompt: tokens.changePrompt,
      deletePrompt: tokens.deletePrompt,
      listPrompts: tokens.listPrompts,
      listVersions: tokens.listVersions,
      publishVersion: tokens.publishVersion,
      diffVersions: tokens.diffVersions,
      renderPrompt: tokens.renderPrompt,
      moveLabel: tokens.moveLabel,
      removeLabel: tokens.removeLabel,
      rollBackLabel: tokens.rollBackLabel,
      listLabelMoves: tokens.listLabelMoves,
      exportPrompts: tokens.exportPrompts,
      importPrompts: tokens.importPrompts,
    }),
  );
});
