import type { AccountId } from '../../../domain/accounts/account.ts';
import { type IncludeTarget, printIncludeTarget } from '../../../domain/naming/include-target.ts';
import { DEFAULT_CHOICE, type Prompt, type ResolvedVersion } from '../../../domain/prompts/prompt.ts';
import type { ReleaseLock } from '../../../domain/prompts/release.ts';
import { type PastReader, resolveAt } from './resolve-at.ts';

/** The rule that selected the version of an include: that of its expression, or a lock. */
export type IncludeRule = ResolvedVersion['by'] | 'lock';

export interface Pin {
  readonly version: number;
  readonly by: IncludeRule;
}

/** Finds the versions that includes are pinned to; undefined for one that leads nowhere. */
export type PinIncludes = (targets: readonly IncludeTarget[]) => Promise<readonly (Pin | undefined)[]>;

export function pinByLock({ includes }: ReleaseLock): PinIncludes {
  const pins = new Map(
    includes.map(({ target, version }) => [printIncludeTarget(target), { version, by: 'lock' } as const]),
  );
  return (targets) => Promise.resolve(targets.map((target) => pins.get(printIncludeTarget(target))));
}

/** Pins includes to the versions of a moment in the past. Locks of included labels do not count. */
export const pinAsOf =
  (reader: PastReader, owner: AccountId, at: Date): PinIncludes =>
  async (targets) => {
    const pins: (Pin | undefined)[] = [];
    for (const { name, selector } of targets) {
      const prompt = await reader.find(owner, { by: 'name', name });
      pins.push(prompt && (await resolveAt(reader, prompt, selector ?? DEFAULT_CHOICE, at))?.resolved);
    }
    return pins;
  };

/** A version that was read, with the lock of its label or the moment as of which it was read. */
interface PinnableReading {
  readonly prompt: Prompt;
  readonly lock?: ReleaseLock | undefined;
  readonly at?: Date | undefined;
}

/** Pins the includes of a version that was read under a lock or as of a moment; undefined if they float. */
export const pinReading = (reader: PastReader, { prompt, lock, at }: PinnableReading): PinIncludes | undefined =>
  lock ? pinByLock(lock) : at && pinAsOf(reader, prompt.owner, at);
