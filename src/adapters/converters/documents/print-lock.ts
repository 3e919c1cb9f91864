import { printIncludeTarget } from '../../../domain/naming/include-target.ts';
import type { LockDocument } from '../../../domain/prompts/prompt-document.ts';

/** A lock in the form that exports and imports have: it names prompts, because ids differ from installation to installation. */
export const printLock = ({ since, lock }: LockDocument) => ({
  since: since.toISOString(),
  lock: lock && {
    fingerprint: lock.fingerprint,
    includes: lock.includes.map(({ target, version }) => ({ include: printIncludeTarget(target), version })),
  },
});
