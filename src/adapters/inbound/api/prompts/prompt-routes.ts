import type { PromptReader } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { FlattenPrompt } from '../../../../application/prompts/flatten-prompt.ts';
import type { AccountRoute } from '../../http/routes/route.ts';
import { withStateEtag } from './etag.ts';
import { findImpact, type ImpactServices, listIncluders } from './impact-handlers.ts';
import {
  type LabelServices,
  listLabelMoves,
  listLabels,
  moveLabel,
  readPromptLabel,
  removeLabel,
  rollBackLabel,
} from './label-handlers.ts';
import { type LimitsServices, limitsOperation, readLimits } from './limits-handler.ts';
import { type ListServices, listFolders, listPrompts, listTags } from './list-handlers.ts';
import { impactOperations } from './operations/impact-operations.ts';
import { labelOperations } from './operations/label-operations.ts';
import { promptOperations } from './operations/prompt-operations.ts';
import { protectionOperations } from './operations/protection-operations.ts';
import { transferOperations } from './operations/transfer-operations.ts';
import { versionOperations } from './operations/version-operations.ts';
import { listProtectedLabels, type ProtectionServices } from './protection-handlers.ts';
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
  ImpactServices &
  ProtectionServices &
  LimitsServices &
  TransferServices;

export interface PromptUseCases
  extends Omit<PromptServices, keyof PromptMount | 'importChecks' | 'isDraining' | 'streamCredentials'> {
  readonly readPromptsState: PromptReader['readState'];
  /** Serves clients that render templates themselves. */
  readonly flattenPrompt: FlattenPrompt;
}

/** Caches may store a response but must revalidate it before each use. */
const REVALIDATED = { guard: 'key', cacheControl: 'private, no-cache' } as const;

/** All operations on prompts, the most frequent first. */
export const promptRoutes: readonly AccountRoute<PromptServices>[] = [
  { ...REVALIDATED, operation: promptOperations.read, needsRevision: true, handle: readPrompt },
  { ...REVALIDATED, operation: promptOperations.list, needsRevision: true, handle: listPrompts },
  { ...REVALIDATED, operation: promptOperations.render, needsRevision: true, handle: renderPrompt },
  { ...REVALIDATED, operation: promptOperations.tags, needsRevision: true, handle: withStateEtag(listTags) },
  { ...REVALIDATED, operation: promptOperations.folders, needsRevision: true, handle: withStateEtag(listFolders) },
  { ...REVALIDATED, operation: promptOperations.create, handle: createPrompt },
  { ...REVALIDATED, operation: promptOperations.put, handle: putPrompt },
  { ...REVALIDATED, operation: promptOperations.change, handle: changePrompt },
  { ...REVALIDATED, operation: promptOperations.remove, handle: deletePrompt },
  { ...REVALIDATED, operation: versionOperations.list, needsRevision: true, handle: withStateEtag(listVersions) },
  { ...REVALIDATED, operation: versionOperations.read, handle: readVersion },
  { ...REVALIDATED, operation: versionOperations.publish, handle: publishVersion },
  { ...REVALIDATED, operation: versionOperations.diff, handle: diffVersions },
  { ...REVALIDATED, operation: labelOperations.list, needsRevision: true, handle: withStateEtag(listLabels) },
  { ...REVALIDATED, operation: labelOperations.read, needsRevision: true, handle: withStateEtag(readPromptLabel) },
  { ...REVALIDATED, operation: labelOperations.move, handle: moveLabel },
  { ...REVALIDATED, operation: labelOperations.remove, handle: removeLabel },
  { ...REVALIDATED, operation: labelOperations.history, needsRevision: true, handle: withStateEtag(listLabelMoves) },
  { ...REVALIDATED, operation: labelOperations.rollBack, handle: rollBackLabel },
  { ...REVALIDATED, operation: impactOperations.includers, handle: listIncluders },
  { ...REVALIDATED, operation: impactOperations.impact, handle: findImpact },
  { ...REVALIDATED, operation: protectionOperations.list, handle: listProtectedLabels },
  { ...REVALIDATED, operation: limitsOperation, handle: readLimits },
  { ...REVALIDATED, operation: transferOperations.export, handle: exportPrompts },
  { ...REVALIDATED, operation: transferOperations.import, handle: importPrompts },
];
