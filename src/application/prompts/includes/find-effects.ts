import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { BreakingChange } from '../../../domain/templates/variable-changes.ts';
import type { Execution } from '../../ports/execution.ts';
import { type AffectedVersion, AffectedVersions, type ImpactReader } from './affected-versions.ts';
import { compareServed, loadIncludedContract, loadServedContract } from './load-contract.ts';
import type { IncludeReader } from './load-includes.ts';
import { findRedirections, type ProspectiveChange, ProspectiveReader, type Redirection } from './prospective-change.ts';

/** The effect of a change on a version that includes the changed prompt, directly or not. */
export interface Effect extends AffectedVersion {
  /** The changes that would break its callers; none if it is locked. */
  readonly breaking: readonly BreakingChange[];
}

/** Whether includers could notice, beyond other words, that expressions select other versions. */
export async function breaksContract(
  reader: IncludeReader & Pick<ImpactReader, 'findVersion'>,
  { before: { owner, id }, published }: ProspectiveChange,
  redirections: Iterable<Redirection>,
  execution: Execution,
): Promise<boolean> {
  const find = async (number: number) => published.get(number) ?? (await reader.findVersion(owner, id, number));
  const steps = new Map([...redirections].map((redirection) => [`${redirection.from} ${redirection.to}`, redirection]));
  for (const { from, to } of steps.values()) {
    const [before, after] = [await find(from), await find(to)];
    // A missing version means that the prompt was deleted concurrently: the write will find that out.
    if (!before || !after) continue;
    const [earlier, later] = [
      await loadIncludedContract(reader, owner, before, execution),
      await loadIncludedContract(reader, owner, after, execution),
    ];
    if ((await compareServed(earlier, later, execution)).length > 0) return true;
  }
  return false;
}

/**
 * Yields every effect, in the order of the names. Compares contracts only if the change may break any. Heavy work: a prompt
 * may have thousands of includers.
 */
export async function* findEffects(
  reader: ImpactReader,
  change: ProspectiveChange,
  { mayBreak, onlyLabelled }: { readonly mayBreak: boolean; readonly onlyLabelled: boolean },
  execution: Execution,
): AsyncGenerator<Effect, void> {
  const { owner, name } = change.before;
  const redirections = findRedirections(change);
  const prospective = new ProspectiveReader(reader, change);
  const breaks = async (version: PromptVersion) => {
    const before = await loadServedContract(reader, owner, version, execution);
    const after = await loadServedContract(prospective, owner, version, execution);
    return compareServed(before, after, execution);
  };
  const versions = new AffectedVersions(reader, owner, redirections, execution);
  for await (const affected of versions.find(name, onlyLabelled)) {
    yield { ...affected, breaking: mayBreak && !affected.isLocked ? await breaks(affected.version) : [] };
  }
}
