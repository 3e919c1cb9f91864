import type { Actor } from '../../domain/accounts/actor.ts';
import type { Label, LabelOrLatest } from '../../domain/naming/label.ts';
import type { PromptName } from '../../domain/naming/prompt-name.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { BreakingChange } from '../../domain/templates/variable-changes.ts';
import { type Execution, insideHeavy } from '../ports/execution.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, Preconditions } from '../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../ports/prompts/protected-labels.ts';
import { findProtected } from './find-protected.ts';
import { breaksContract, findEffects } from './includes/find-effects.ts';
import type { IncludeReader } from './includes/load-includes.ts';
import { findRedirections, type ProspectiveChange } from './includes/prospective-change.ts';
import { unchangedSince } from './precondition.ts';

/** A label of another prompt whose callers a change would break. */
export interface BrokenIncluder {
  readonly name: PromptName;
  readonly label: LabelOrLatest;
  readonly changes: readonly BreakingChange[];
}

export interface BreaksIncluders {
  readonly kind: 'breaks-includers';
  readonly broken: readonly BrokenIncluder[];
}

/** The change breaks nobody, as long as the preconditions hold when it is written. */
interface Guarded {
  readonly kind: 'guarded';
  readonly preconditions: Preconditions;
}

interface GuardedChange {
  readonly change: ProspectiveChange;
  /** The labels that move. */
  readonly labels: Iterable<Label>;
  readonly by: Actor;
  /** Makes the change even if it breaks includers. */
  readonly force?: boolean | undefined;
}

interface GuardReaders {
  readonly reader: PromptReader;
  /** The reader of everything that the contract of the changed prompt depends on. */
  readonly seen: IncludeReader & Pick<PromptReader, 'findVersion'>;
  readonly protection: Pick<ProtectedLabels, 'read'>;
}

const guarded = (preconditions: Preconditions): Guarded => ({ kind: 'guarded', preconditions });

/**
 * Refuses a change that would break callers of labels of other prompts, which include this one by an expression that selects
 * another version then. A channel that may not move the labels learns that first.
 *
 * Costs one read if no prompt includes this one, and does not look at includers unless the contract that they see breaks.
 */
export async function guardIncluders(
  { reader, seen, protection }: GuardReaders,
  { change, labels, by, force }: GuardedChange,
  execution: Execution,
): Promise<Guarded | BreaksIncluders | LabelsProtected> {
  const redirections = force ? undefined : findRedirections(change);
  if (!redirections || redirections.size === 0) return guarded({});
  const { before } = change;
  if (!(await isIncluded(reader, before))) return guarded({ notIncluded: { label: undefined } });
  if (!(await breaksContract(seen, change, redirections.values(), execution))) return guarded(unchangedSince(before));
  // Read before the includers, so that any later change makes the decision stale.
  const accountRevision = await reader.readRevision(before.owner);
  const broken = await collectBroken(reader, change, execution);
  if (broken.length === 0) return guarded({ ...unchangedSince(before), accountRevision });
  return (await findProtected(protection, before.owner, labels, by)) ?? { kind: 'breaks-includers', broken };
}

/** Finds the labels of other prompts whose callers a change would break, for changes that are made all the same. */
export async function findBrokenIncluders(
  reader: PromptReader,
  change: ProspectiveChange,
  execution: Execution,
): Promise<readonly BrokenIncluder[]> {
  const redirections = findRedirections(change);
  if (redirections.size === 0 || !(await isIncluded(reader, change.before))) return [];
  const mayBreak = await breaksContract(reader, change, redirections.values(), execution);
  return mayBreak ? collectBroken(reader, change, execution) : [];
}

async function isIncluded(reader: Pick<PromptReader, 'listIncluders'>, { owner, name }: Prompt): Promise<boolean> {
  const { includes, next } = await reader.listIncluders(owner, name);
  return includes.length > 0 || next !== undefined;
}

const collectBroken = (reader: PromptReader, change: ProspectiveChange, execution: Execution) =>
  execution.heavy(async () => {
    const broken: BrokenIncluder[] = [];
    const scope = { mayBreak: true, onlyLabelled: true };
    for await (const { prompt, label, breaking } of findEffects(reader, change, scope, insideHeavy(execution))) {
      if (breaking.length > 0) broken.push({ name: prompt.name, label, changes: breaking });
    }
    return broken;
  });
