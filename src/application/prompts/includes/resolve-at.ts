import { LATEST, type Label } from '../../../domain/naming/label.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import {
  DEFAULT_LABEL,
  type Prompt,
  type ResolvedVersion,
  type VersionChoice,
} from '../../../domain/prompts/prompt.ts';
import type { ReleaseLock } from '../../../domain/prompts/release.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';

export type PastReader = Pick<PromptReader, 'find' | 'findLatestAt' | 'listMoves'>;

export interface PastVersion {
  readonly resolved: ResolvedVersion;
  /** The lock that the label had at that moment. */
  readonly lock: ReleaseLock | undefined;
}

/** Finds the version that a choice selected at a moment; undefined if there was none. */
export async function resolveAt(
  reader: PastReader,
  prompt: Prompt,
  choice: VersionChoice,
  at: Date,
): Promise<PastVersion | undefined> {
  if (choice.by === 'version') return unlocked({ by: 'version', version: choice.version });
  if (choice.by === 'label' && choice.label !== LATEST) return resolveLabelAt(reader, prompt, choice.label, at);
  const labelled = choice.by === 'default' ? await resolveLabelAt(reader, prompt, DEFAULT_LABEL, at) : undefined;
  if (labelled) return labelled;
  const version = await reader.findLatestAt(prompt.owner, prompt.id, at);
  return version === undefined ? undefined : unlocked({ by: 'latest', version });
}

const unlocked = (resolved: ResolvedVersion): PastVersion => ({ resolved, lock: undefined });

async function resolveLabelAt(reader: PastReader, { owner, id }: Prompt, label: Label, at: Date) {
  const [move] = await reader.listMoves(owner, id, label, { before: new Date(at.getTime() + 1), limit: 1 });
  if (move?.version == null) return undefined;
  return { resolved: { by: 'label', label, version: move.version } as const, lock: lockAt(move, at) };
}

function lockAt({ locks = [] }: LabelMove, at: Date): ReleaseLock | undefined {
  return locks.findLast(({ since }) => since <= at)?.lock ?? undefined;
}
