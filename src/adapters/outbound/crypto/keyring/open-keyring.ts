import {
  type KeyringRegister,
  type KeyStanding,
  LOOKUP,
  type RegisteredKeys,
} from '../../../../application/ports/keyring-register.ts';
import { Keyring } from './keyring.ts';
import { createKeyringFile, InvalidKeyring, readKeyringFile } from './keyring-file.ts';

export interface OpenKeyringOptions {
  readonly file: string;
  /** Set for a storage that only this machine uses. Elsewhere two machines would each create their own. */
  readonly createWhenMissing: boolean;
}

/** Reads the keyring file, or creates it if permitted. */
export async function findKeyring(register: KeyringRegister, options: OpenKeyringOptions): Promise<Keyring> {
  return (await readKeyringFile(options.file)) ?? (await firstKeyring(await register.keys(), options));
}

/**
 * Verifies that this storage was written with the keyring: a wrong one would invalidate every key. Returns it with the keys
 * that may write first: a closed or retired key, as in a stale copy of the file, only reads.
 *
 * Records the lookup key and the key that writes. A key that was added and does not write yet is not recorded: instances
 * without it must be able to start. A retired key stays recorded as retired.
 */
export async function acceptKeyring(register: KeyringRegister, file: string, keyring: Keyring): Promise<Keyring> {
  const checks = keyring.checks();
  let known = await register.keys();
  for (;;) {
    assertMatches(file, keyring, known);
    const accepted = sortByWritePermission(keyring, known);
    const needed = [LOOKUP, accepted.primary.kid];
    const missing = [...checks].filter(([kid]) => needed.includes(kid) && !known.has(kid));
    if (missing.length === 0) return accepted;
    // Another instance may have recorded concurrently; the first one counts, so check again.
    known = await register.record(new Map(missing));
  }
}

/** If the first key may not write, another one does; never one that other instances may not have yet. */
export const sortByWritePermission = (keyring: Keyring, known: RegisteredKeys): Keyring =>
  keyring.writingFirst((kid) => {
    const standing = known.get(kid)?.standing;
    return standing === 'open' || (standing === undefined && kid === keyring.primary.kid);
  });

async function firstKeyring(recorded: RegisteredKeys, { file, createWhenMissing }: OpenKeyringOptions) {
  if (recorded.size > 0) {
    throw new InvalidKeyring(
      `${file} is missing, but the storage was written with a keyring: restore that file. If there is no copy, an instance that still runs can write it again (prompthold keyring recover); otherwise replace it (prompthold keyring replace --lost).`,
    );
  }
  if (!createWhenMissing) {
    throw new InvalidKeyring(
      `${file} is missing: run "prompthold keyring init" once and give the file to every instance.`,
    );
  }
  await createKeyringFile(file, Keyring.generate());
  const keyring = await readKeyringFile(file);
  if (!keyring) throw new InvalidKeyring(`${file} vanished right after it was created.`);
  return keyring;
}

/** Whether the storage has another keyring. One without any, such as a server that lost its data, does not. */
export function isReplaced(keyring: Keyring, known: RegisteredKeys): boolean {
  const recorded = known.get(LOOKUP)?.check;
  return recorded !== undefined && recorded !== keyring.checks().get(LOOKUP);
}

/**
 * A retired or lost key may be missing, because nothing can be opened with it; if present, it must be the same key. A different
 * key under a known id, such as the lookup key of another storage, means the wrong keyring, whatever else is missing.
 */
function assertMatches(file: string, keyring: Keyring, known: RegisteredKeys): void {
  const held = keyring.checks();
  if (isReplaced(keyring, known) && keyring.kids.some((kid) => known.get(kid)?.standing === 'lost')) {
    throw new InvalidKeyring(`${file} is a former keyring, which was replaced: get the new file.`);
  }
  const mismatch = `${file} is not the keyring that this storage was written with`;
  if ([...known].some(([kid, { check }]) => held.has(kid) && held.get(kid) !== check)) {
    throw new InvalidKeyring(`${mismatch}: restore the right file.`);
  }
  const [lacking] = [...known].find(([kid, { standing }]) => isNeeded(standing) && !held.has(kid)) ?? [];
  if (lacking !== undefined) {
    throw new InvalidKeyring(`${mismatch}, it lacks the key ${lacking}: get the file of an instance that has it.`);
  }
}

const isNeeded = (standing: KeyStanding): boolean => standing !== 'retired' && standing !== 'lost';
