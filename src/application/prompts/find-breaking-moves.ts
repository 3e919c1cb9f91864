import type { Actor } from '../../domain/accounts/actor.ts';
import type { Label } from '../../domain/naming/label.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { ReleaseLock } from '../../domain/prompts/release.ts';
import type { BreakingChange } from '../../domain/templates/variable-changes.ts';
import type { Execution } from '../ports/execution.ts';
import type { LabelsProtected } from '../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../ports/prompts/protected-labels.ts';
import { findProtected } from './find-protected.ts';
import { type ComparedVersion, compareContracts, loadServedContract } from './includes/load-contract.ts';
import type { IncludeReader } from './includes/load-includes.ts';

export interface BreakingMoves {
  readonly kind: 'breaking';
  readonly changes: readonly BreakingChange[];
}

interface RequestedMove {
  readonly prompt: Prompt;
  readonly labels: readonly Label[];
  readonly version: ComparedVersion;
  readonly by: Actor;
}

/** Why labels may not move to a version: it would break their callers. A channel that may not move them learns that first. */
export async function refuseBreakingMoves(
  reader: IncludeReader,
  protection: Pick<ProtectedLabels, 'read'>,
  { prompt, labels, version, by }: RequestedMove,
  execution: Execution,
): Promise<BreakingMoves | LabelsProtected | undefined> {
  const changes = await findBreakingMoves(reader, prompt, labels, version, execution);
  if (changes.length === 0) return undefined;
  return (await findProtected(protection, prompt.owner, labels, by)) ?? { kind: 'breaking', changes };
}

/** The changes that would break callers of these labels, if they moved to this version. */
async function findBreakingMoves(
  reader: IncludeReader,
  prompt: Prompt,
  labels: readonly Label[],
  version: ComparedVersion,
  execution: Execution,
): Promise<readonly BreakingChange[]> {
  const held = labels.filter((label) => prompt.labels.has(label));
  if (held.length === 0) return [];
  const after = await loadServedContract(reader, prompt.owner, version, execution);
  const changes = new Map<string, BreakingChange>();
  for (const current of await readServed(reader, prompt, held)) {
    const before = await loadServedContract(reader, prompt.owner, current.version, execution, current.lock);
    for (const change of await compareContracts(before, after, execution)) {
      changes.set(`${change.path} ${change.change}`, change);
    }
  }
  return [...changes.values()];
}

/** The versions that labels serve, each once. Those of a prompt that is deleted concurrently are missing: the write finds that out. */
async function readServed(reader: IncludeReader, { owner, id }: Prompt, labels: readonly Label[]) {
  const served = new Map<string, { version: PromptVersion; lock: ReleaseLock | undefined }>();
  for (const label of labels) {
    const reading = await reader.read(owner, { by: 'id', id }, { by: 'label', label });
    if (!reading?.version) continue;
    const { version, lock } = reading;
    served.set(`${version.version} ${lock?.fingerprint}`, { version, lock });
  }
  return served.values();
}
