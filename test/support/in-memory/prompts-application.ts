import { createHash, randomBytes } from 'node:crypto';
import type { AllPromptUseCases } from '../../../src/adapters/inbound/http/prompts/prompt-routes.ts';
import type { ContentHashing } from '../../../src/application/ports/content-hashing.ts';
import type { Clock, Entropy } from '../../../src/application/ports/environment.ts';
import type { PromptRepository } from '../../../src/application/ports/prompt-repository.ts';
import { ChangePrompt } from '../../../src/application/prompts/change-prompt.ts';
import { CreatePrompt } from '../../../src/application/prompts/create-prompt.ts';
import { DeletePrompt } from '../../../src/application/prompts/delete-prompt.ts';
import { DiffVersions } from '../../../src/application/prompts/diff-versions.ts';
import { DraftVersion } from '../../../src/application/prompts/draft-version.ts';
import { ExportPrompts } from '../../../src/application/prompts/import-export/export-prompts.ts';
import { ImportPrompts } from '../../../src/application/prompts/import-export/import-prompts.ts';
import { ListLabelMoves } from '../../../src/application/prompts/labels/list-label-moves.ts';
import { MoveLabel } from '../../../src/application/prompts/labels/move-label.ts';
import { RemoveLabel } from '../../../src/application/prompts/labels/remove-label.ts';
import { RollBackLabel } from '../../../src/application/prompts/labels/roll-back-label.ts';
import { ListPrompts } from '../../../src/application/prompts/list-prompts.ts';
import { ListVersions } from '../../../src/application/prompts/list-versions.ts';
import { PublishVersion } from '../../../src/application/prompts/publish-version.ts';
import { PutPrompt } from '../../../src/application/prompts/put-prompt.ts';
import { ReadPrompt } from '../../../src/application/prompts/read-prompt.ts';
import { RenderPrompt } from '../../../src/application/prompts/render-prompt.ts';
import type { ContentHash } from '../../../src/domain/prompts/prompt-version.ts';
import { InMemoryPrompts } from './in-memory-prompts.ts';

const hashing: ContentHashing = {
  hash: (text) => `sha256:${createHash('sha256').update(text).digest('hex')}` as ContentHash,
};
const entropy: Entropy = { bytes: (count) => randomBytes(count) };

/** Everything about prompts on a fake, with a clock that tests may set. */
export function aPromptsApplication(prompts: PromptRepository = new InMemoryPrompts()) {
  const time = { now: new Date('2026-11-15T12:00:00.000Z') };
  const clock: Clock = { now: () => time.now };
  const draftVersion = new DraftVersion(prompts, hashing);
  const createPrompt = new CreatePrompt(prompts, draftVersion, clock, entropy);
  const readPrompt = new ReadPrompt(prompts);
  const exportPrompts = new ExportPrompts(prompts);
  const useCases: AllPromptUseCases = {
    createPrompt,
    readPrompt,
    putPrompt: new PutPrompt(prompts, createPrompt, draftVersion, clock),
    changePrompt: new ChangePrompt(prompts, clock),
    deletePrompt: new DeletePrompt(prompts),
    listPrompts: new ListPrompts(prompts),
    listVersions: new ListVersions(prompts),
    publishVersion: new PublishVersion(prompts, draftVersion, clock),
    diffVersions: new DiffVersions(prompts),
    renderPrompt: new RenderPrompt(prompts, readPrompt),
    moveLabel: new MoveLabel(prompts, clock),
    removeLabel: new RemoveLabel(prompts, clock),
    rollBackLabel: new RollBackLabel(prompts, clock),
    listLabelMoves: new ListLabelMoves(prompts),
    exportPrompts,
    importPrompts: new ImportPrompts(prompts, exportPrompts, hashing, clock, entropy),
  };
  return { ...useCases, useCases, prompts, time };
}
