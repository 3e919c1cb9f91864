import { type IncludeTarget, printIncludeTarget } from '../naming/include-target.ts';
import { isObject, type JsonObject } from '../text/json.ts';

/** The lock of a label, as clients follow it: the version that each include leads to, by the text of its target. */
export type LockedVersions = ReadonlyMap<string, number>;

/** Reads the lock in `data` of a response. Undefined if the prompt was not read by a locked label. */
export function lockedVersionsIn({ resolved = null }: JsonObject): LockedVersions | undefined {
  const { lock = null } = isObject(resolved) ? resolved : {};
  if (!isObject(lock) || !Array.isArray(lock['includes'])) return undefined;
  const versions = new Map<string, number>();
  for (const locked of lock['includes']) {
    const { include, version } = isObject(locked) ? locked : {};
    if (typeof include === 'string' && typeof version === 'number') versions.set(include, version);
  }
  return versions;
}

/** Returns the version that the lock names, undefined if it names none; without a lock, whatever the target selects. */
export function followLock(target: IncludeTarget, lock: LockedVersions | undefined): IncludeTarget | undefined {
  if (!lock) return target;
  const version = lock.get(printIncludeTarget(target));
  return version === undefined ? undefined : { name: target.name, selector: { by: 'version', version } };
}
