import type { AccountId } from '../../../domain/accounts/account.ts';
import type { IncludeTarget } from '../../../domain/naming/include-target.ts';
import { LATEST, type LabelOrLatest } from '../../../domain/naming/label.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { ReleaseLock } from '../../../domain/prompts/release.ts';
import { parsePublishedInSteps, templatesOf } from '../../../domain/templates/prompt-content.ts';
import { includeTargets } from '../../../domain/templates/template-uses.ts';
import { type Execution, letOthersRun, runInTurns } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';

export interface VersionInUse {
  readonly version: PromptVersion;
  /** The labels that point to it, and `latest`. */
  readonly labels: readonly LabelOrLatest[];
  /** Its direct includes. */
  readonly targets: readonly IncludeTarget[];
}

/** The versions behind the labels of a prompt and, unless only these count, the latest one. */
export async function* versionsInUse(
  reader: Pick<PromptReader, 'findVersion'>,
  { owner, id, labels, latestVersion }: Prompt,
  onlyLabelled: boolean,
  execution: Execution,
): AsyncGenerator<VersionInUse, void> {
  const used: (readonly [LabelOrLatest, number])[] = [...labels];
  if (!onlyLabelled) used.push([LATEST, latestVersion]);
  for (const [number, entries] of Map.groupBy(used, ([, version]) => version)) {
    await letOthersRun(execution);
    const version = await reader.findVersion(owner, id, number);
    if (!version) continue;
    const targets = await directIncludes(version, execution);
    yield { version, labels: entries.map(([label]) => label), targets };
  }
}

export async function directIncludes(
  { content }: Pick<PromptVersion, 'content'>,
  execution: Execution,
): Promise<readonly IncludeTarget[]> {
  const template = await runInTurns(parsePublishedInSteps(content), execution);
  return template ? includeTargets(templatesOf(template)) : [];
}

/** Reads the lock of a label. The latest version never has one. */
export async function readLock(
  reader: Pick<PromptReader, 'read'>,
  { id, owner }: { readonly id: Prompt['id']; readonly owner: AccountId },
  label: LabelOrLatest,
): Promise<ReleaseLock | undefined> {
  if (label === LATEST) return undefined;
  return (await reader.read(owner, { by: 'id', id }, { by: 'label', label }))?.lock;
}
