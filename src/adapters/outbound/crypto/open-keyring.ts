import type { KeyringChecks, KeyringRegister } from '../../../application/ports/keyring-register.ts';
import { Keyring } from './keyring.ts';
import { createKeyringFile, KeyringRefused, readKeyringFile } from './keyring-file.ts';

export interface OpenKeyringOptions {
  readonly file: string;
  /** For a storage that only this machine uses. Elsewhere two machines would each make one of their own. */
  readonly createWhenMissing: boolean;
}

/** Opens the keyring and makes sure that it is the one this storage was written with: a wrong one would kill every key. */
export async function openKeyring(register: KeyringRegister, options: OpenKeyringOptions): Promise<Keyring> {
  const { file } = options;
  const recorded = await register.checks();
  const keyring = (await readKeyringFile(file)) ?? (await firstKeyring(recorded, options));

  compare(file, keyring, recorded);
  if ([...keyring.checks().keys()].some((kid) => !recorded.has(kid))) {
    // Another instance may record at the same moment; the first one counts, so look again.
    compare(file, keyring, await register.record(keyring.checks()));
  }
  return keyring;
}

async function firstKeyring(
  recorded: KeyringChecks,
  { file, createWhenMissing }: OpenKeyringOptions,
): Promise<Keyring> {
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

function compare(file: string, keyring: Keyring, recorded: KeyringChecks): void {
  const held = keyring.checks();
  for (const [kid, value] of recorded) {
    if (held.get(kid) === value) continue;
    throw new KeyringRefused(`${file} is not the keyring that this storage was written with: restore the right file.`);
  }
}
