import type { ReadPromptsRevision } from '../../../../application/prompts/catalog/read-prompts-revision.ts';
import type { AccountRoute } from '../request/route.ts';
import { type LabelServices, listLabelMoves, moveLabel, removeLabel, rollBackLabel } from './label-handlers.ts';
import { type LimitsServices, limitsOperation, readLimits } from './limits-handler.ts';
import { type ListServices, listFolders, listPrompts, listTags } from './list-handlers.ts';
import { operations } from './prompt-operations.ts';
import { type ReadServices, readPrompt } from './read-handler.ts';
import { type RenderServices, renderPrompt } from './render-handler.ts';
import { exportPrompts, importPrompts, type TransferServices } from './transfer-handlers.ts';
import { diffVersions, listVersions, publishVersion, readVersion, type VersionServices } from './version-handlers.ts';
import {
  changePrompt,
  createPrompt,
  deletePrompt,
  type PromptMount,
  putPrompt,
  type WriteServices,
} from './write-handlers.ts';

export type PromptServices = ReadServices &
  ListServices &
  RenderServices &
  WriteServices &
  VersionServices &
  LabelServices &
  LimitsServices &
  TransferServices;

export interface PromptUseCases extends Omit<PromptServices, keyof PromptMount | 'importChecks'> {
  readonly readPromptsRevision: ReadPromptsRevision;
}

/** Caches may store a response but must revalidate it before each use. */
const REVALIDATED = { guard: 'key', cacheControl: 'private, no-cache' } as const;

/** All operations on prompts, the most frequent first. */
export const promptRoutes: readonly AccountRoute<PromptServices>[] = [
  { ...REVALIDATED, operation: operations.read, needsRevision: true, handle: readPrompt },
  { ...REVALIDATED, operation: operations.list, needsRevision: true, handle: listPrompts },
  { ...REVALIDATED, operation: operations.render, handle: renderPrompt },
  { ...REVALIDATED, operation: operations.tags, handle: listTags },
  { ...REVALIDATED, operation: operations.folders, handle: listFolders },
  { ...REVALIDATED, operation: operations.create, handle: createPrompt },
  { ...REVALIDATED, operation: operations.put, handle: putPrompt },
  { ...REVALIDATED, operation: operations.change, handle: changePrompt },
  { ...REVALIDATED, operation: operations.remove, handle: deletePrompt },
  { ...REVALIDATED, operation: operations.versions, handle: listVersions },
  { ...REVALIDATED, operation: operations.version, handle: readVersion },
  { ...REVALIDATED, operation: operations.publish, handle: publishVersion },
  { ...REVALIDATED, operation: operations.diff, handle: diffVersions },
  { ...REVALIDATED, operation: operations.moveLabel, handle: moveLabel },
  { ...REVALIDATED, operation: operations.removeLabel, handle: removeLabel },
  { ...REVALIDATED, operation: operations.labelHistory, handle: listLabelMoves },
  { ...REVALIDATED, operation: operations.rollBack, handle: rollBackLabel },
  { ...REVALIDATED, operation: limitsOperation, handle: readLimits },
  { ...REVALIDATED, operation: operations.export, handle: exportPrompts },
  { ...REVALIDATED, operation: operations.import, handle: importPrompts },
];
