import type { ChangeWatch } from '../../../application/changes/watch/change-watch.ts';
import type { RotateKey } from '../../../application/keys/rotate-key.ts';
import type { AccountId } from '../../../domain/accounts/account.ts';
import type { StoragePorts } from './storage/storage-ports.ts';

type Written = Pick<StoragePorts, 'promptWriter' | 'promptArchive' | 'protectedLabels'>;

/**
 * Wraps the ports that change prompts, so that streams on this instance need not wait for the next tick, whichever channel
 * a change came through.
 */
export const wakeAfterWrites = (
  { promptWriter: writer, promptArchive: archive, protectedLabels: labels }: Written,
  watch: Pick<ChangeWatch, 'wake'>,
): Written => {
  const waking = async <Outcome>(owner: AccountId, write: Promise<Outcome>): Promise<Outcome> => {
    const outcome = await write;
    watch.wake(owner);
    return outcome;
  };
  return {
    promptWriter: {
      create: (creation) => waking(creation.owner, writer.create(creation)),
      revise: (revision) => waking(revision.owner, writer.revise(revision)),
      remove: (removal) => waking(removal.owner, writer.remove(removal)),
      confirm: (...read) => writer.confirm(...read),
    },
    promptArchive: {
      readVersions: (...page) => archive.readVersions(...page),
      readMoves: (...page) => archive.readMoves(...page),
      findNewContents: (...versions) => archive.findNewContents(...versions),
      restore: (prompt) => waking(prompt.owner, archive.restore(prompt)),
      append: (addition) => waking(addition.owner, archive.append(addition)),
    },
    protectedLabels: {
      read: (owner) => labels.read(owner),
      replace: (replacement) => waking(replacement.owner, labels.replace(replacement)),
    },
  };
};

/** Streams of the retired key end before the new one is returned. Other instances find out before they send anything. */
export const revokeAfterRotation = (
  rotateKey: Pick<RotateKey, 'execute'>,
  watch: Pick<ChangeWatch, 'revokeKey'>,
): Pick<RotateKey, 'execute'> => ({
  execute: async (accountId, retired, ...rest) => {
    const outcome = await rotateKey.execute(accountId, retired, ...rest);
    if (outcome.kind === 'rotated') watch.revokeKey(accountId, retired);
    return outcome;
  },
});
