import { type NamedCaller, nameCaller, nameSome } from '../../components/caller-names.ts';

/** Describes what a reset of the key does to the programs that use it. */
export function describeKeyUse(callers: readonly NamedCaller[], isRecorded: boolean): string {
  if (!isRecorded) return 'Callers are not recorded';
  const count = callers.length;
  if (count === 0) return 'No program used this key in the last 24 hours';
  const names = nameSome(callers, nameCaller);
  return count === 1
    ? `1 program used this key in the last 24 hours and will stop working until it gets the new key: ${names}`
    : `${count} programs used this key in the last 24 hours and will stop working until they get the new key: ${names}`;
}
