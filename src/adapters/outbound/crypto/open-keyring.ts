import type { KeyringRegister, RegisteredKeys } from '../../../application/ports/keyring-register.ts';
import { Keyring } from './keyring.ts';
import { createKeyringFile, KeyringRefused, readKeyringFile } from './keyring-file.ts';

export interface OpenKeyringOptions {
  readonly file: string;
  /** For a storage that only this machine uses. Elsewhere two machines would each make one of their own. */
  readonly createWhenMissing: boolean;
}

/** The keyring of the file, which is made where it may be. */
export async function findKeyring(register: KeyringRegister, options: OpenKeyringOptions): Promise<Keyring> {
  return (await readKeyringFile(options.file)) ?? (await firstKeyring(await register.keys(), options));
}

/**
 * Makes sure that it is the keyring this storage was written with: a wrong one would kill every key. Answers it in the
 * order in which its keys may write: one that is closed or retired, as in a stale copy of the file, only reads.
 *
 * Recorded is the look-up key and the key that writes. One that was added and does not write yet is not: instances that
 * were not given it yet must be able to start. One that was retired stays known as that.
 */
export async function acceptKeyring(register: KeyringRegister, file: string, keyring: Keyring): Promise<Keyring> {
  const checks = keyring.checks();
  let known = await register.keys();
  for (;;) {
    compare(file, keyring, known);
    const accepted = inWritingOrder(keyring, known);
    const needed = ['lookup', accepted.primary.kid];
    const missing = [...checks].filter(([kid]) => needed.includes(kid) && !known.has(kid));
    if (missing.length === 0) return accepted;
    // Another instance may record at the same moment; the first one counts, so look again.
    known = await register.record(new Map(missing));
  }
}

/** Where the first key may not write, another one takes its place; never one that others were perhaps not given yet. */
export const inWritingOrder = (keyring: Keyring, known: RegisteredKeys): Keyring =>
  keyring.writingFirst((kid) => {
    const standing = known.get(kid)?.standing;
    return standing === 'open' || (standing === undefined && kid === keyring.primary.kid);
  });

async function firstKeyring(recorded: RegisteredKeys, { file, createWhenMissing }: OpenKeyringOptions) {
  if (recorded.size > 0) {
    throw new KeyringRefused(`${file} is missing, but the storage was written with a keyring: restore that file.`);
  }
  if (!createWhenMissing) {
    throw new KeyringRefused(
      `${file} is missing: run "prompthold keyring init" once and give the file to every instance.`,
    );
  }
  await createKeyringFile(file, Keyring.generate());
  const keyring = await readKeyringFile(file);
  if (!keyring) throw new KeyringRefused(`${file} vanished right after it was made.`);
  return keyring;
}

/**
 * A key that was retired may be missing, for nothing needs it. If it is there, it must be that key. A keyring with
 * another key under a known id, as is every look-up key of another storage, is the wrong one, whatever it lacks.
 */
function compare(file: string, keyring: Keyring, known: RegisteredKeys): void {
  const held = keyring.checks();
  const refusal = `${file} is not the keyring that this storage was written with`;
  if ([...known].some(([kid, { check }]) => held.has(kid) && held.get(kid) !== check)) {
    throw new KeyringRefused(`${refusal}: restore the right file.`);
  }
  const [lacking] = [...known].find(([kid, { standing }]) => standing !== 'retired' && !held.has(kid)) ?? [];
  if (lacking !== undefined) {
    throw new KeyringRefused(`${refusal}, it lacks the key ${lacking}: get the file of an instance that has it.`);
  }
}
