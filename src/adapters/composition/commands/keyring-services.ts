import { existsSync } from 'node:fs';
import { ReplaceKeyring } from '../../../application/keyring/replace-keyring.ts';
import type { KeyringHolder } from '../../../application/ports/keyring-register.ts';
import { StorageUnavailable } from '../../../application/ports/storage/storage-unavailable.ts';
import type { KeyringInit, KeyringRecovery, KeyringReplacement } from '../../inbound/cli/host/command-services.ts';
import { Keyring } from '../../outbound/crypto/keyring/keyring.ts';
import { createKeyringFile } from '../../outbound/crypto/keyring/keyring-file.ts';
import { requestKeyringFile } from '../../outbound/crypto/keyring/keyring-recovery.ts';
import { LocalKeyringFile } from '../../outbound/crypto/keyring/local-keyring-file.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { prepareStorage } from '../service/prepare-storage.ts';
import { withContainer } from '../wiring/compose.ts';
import { tokens } from '../wiring/tokens.ts';

/** Creates the keyring of an installation that has none. */
export const initKeyring = (configuration: Configuration): Promise<KeyringInit> =>
  withContainer(configuration, async (container) => {
    const { file } = configuration.keyring;
    await prepareStorage(container);
    if (existsSync(file)) return { kind: 'exists', file };
    const recorded = await container.get(tokens.storage).keyringRegister.keys();
    if (recorded.size > 0) return { kind: 'in-use', file };

    const keyring = Keyring.generate();
    if (!(await createKeyringFile(file, keyring))) return { kind: 'exists', file };
    return { kind: 'created', file, fingerprint: keyring.fingerprint() };
  });

export const replaceKeyring = (
  configuration: Configuration,
  options: { readonly adopt: boolean },
): Promise<KeyringReplacement> =>
  withContainer(configuration, async (container) => {
    const { file } = configuration.keyring;
    await prepareStorage(container);
    const useCase = new ReplaceKeyring(new LocalKeyringFile(file), container.get(tokens.storage).keyringRegister);
    return { ...(await useCase.execute(options)), file };
  });

export async function recoverKeyring(configuration: Configuration, waitMs: number): Promise<KeyringRecovery> {
  const { file } = configuration.keyring;
  if (existsSync(file)) return { kind: 'exists', file };
  const keyring = await requestKeyringFile(file, waitMs);
  if (!keyring) return { kind: 'not-written', file, holders: await findHolders(configuration) };
  return { kind: 'recovered', file, fingerprint: keyring.fingerprint() };
}

/** None if the storage cannot be reached: an instance writes its keyring file without it. */
async function findHolders(configuration: Configuration): Promise<readonly KeyringHolder[]> {
  try {
    return await withContainer(configuration, async (container) => {
      await prepareStorage(container);
      return container.get(tokens.storage).keyringRegister.holders();
    });
  } catch (error) {
    if (error instanceof StorageUnavailable) return [];
    throw error;
  }
}
