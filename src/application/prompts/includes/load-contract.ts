import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { ReleaseLock } from '../../../domain/prompts/release.ts';
import { type CallerContract, contractChangesInSteps } from '../../../domain/templates/breaking-changes.ts';
import { hasManyTags, parsePublishedInSteps, templatesOf } from '../../../domain/templates/prompt-content.ts';
import { includeTargets, variableUsesInSteps } from '../../../domain/templates/template-uses.ts';
import type { BreakingChange } from '../../../domain/templates/variable-changes.ts';
import { withUndeclared } from '../../../domain/templates/variables.ts';
import { type Execution, insideHeavy, runInTurns } from '../../ports/execution.ts';
import { type IncludeReader, loadIncludes } from './load-includes.ts';
import { type PinIncludes, pinByLock } from './pin-includes.ts';

/** A version as far as callers are concerned. */
export type ComparedVersion = Pick<PromptVersion, 'content' | 'variables'>;

export interface LoadedContract extends CallerContract {
  /** Whether comparing the contract is much work. */
  readonly isLarge: boolean;
}

/** Loads what a version requires of its callers, with everything that it includes as it is now, or as a lock pins it. */
export function loadContract(
  reader: IncludeReader,
  owner: AccountId,
  version: ComparedVersion,
  execution: Execution,
  lock?: ReleaseLock,
): Promise<LoadedContract> {
  const isLarge = hasManyTags(version.content);
  const pin = lock && pinByLock(lock);
  return isLarge
    ? execution.heavy(() => parseContract(reader, owner, version, pin, insideHeavy(execution)))
    : parseContract(reader, owner, version, pin, execution);
}

async function parseContract(
  reader: IncludeReader,
  owner: AccountId,
  { content, variables }: ComparedVersion,
  pin: PinIncludes | undefined,
  execution: Execution,
): Promise<LoadedContract> {
  const isLarge = hasManyTags(content);
  const template = await runInTurns(parsePublishedInSteps(content), execution);
  if (!template) return { variables, templates: [], include: undefined, isLarge };
  const templates = templatesOf(template);
  const targets = includeTargets(templates);
  if (targets.length === 0) return { variables, templates, include: () => undefined, isLarge };
  const includes = await execution.heavy(() => loadIncludes(reader, owner, targets, execution, pin));
  return { variables, templates, include: includes.kind === 'loaded' ? includes.lookup : undefined, isLarge: true };
}

/** Loads what a rendering requires: the declarations, and what floating includes have started to use since. */
export async function loadServedContract(
  reader: IncludeReader,
  owner: AccountId,
  version: ComparedVersion,
  execution: Execution,
  lock?: ReleaseLock,
): Promise<LoadedContract> {
  const contract = await loadContract(reader, owner, version, execution, lock);
  const { variables, templates, include } = contract;
  if (!include) return contract;
  const uses = await runInTurns(variableUsesInSteps(templates, include), execution);
  return { ...contract, variables: withUndeclared(variables, uses) };
}

/**
 * Loads the contract that includers see of an included version: they insert its text only, so that each variable is declared
 * by themselves, or inferred from its uses.
 */
export const loadIncludedContract = (
  reader: IncludeReader,
  owner: AccountId,
  { content }: Pick<ComparedVersion, 'content'>,
  execution: Execution,
): Promise<LoadedContract> => loadServedContract(reader, owner, { content, variables: [] }, execution);

/** The changes that break callers; none if either contract could not be loaded. */
export async function compareServed(
  before: LoadedContract,
  after: LoadedContract,
  execution: Execution,
): Promise<readonly BreakingChange[]> {
  return before.include && after.include ? compareContracts(before, after, execution) : [];
}

/** The changes that break callers of the earlier version. */
export async function compareContracts(
  before: LoadedContract,
  after: LoadedContract,
  execution: Execution,
): Promise<readonly BreakingChange[]> {
  const compare = () => runInTurns(contractChangesInSteps(before, after), execution);
  return before.isLarge || after.isLarge ? execution.heavy(compare) : compare();
}
