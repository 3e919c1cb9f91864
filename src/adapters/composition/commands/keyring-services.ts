import { existsSync } from 'node:fs';
import type { Container } from 'inversify';
import { ReplaceKeyring } from '../../../application/keyring/replace-keyring.ts';
import type { KeyringHolder } from '../../../application/ports/keyring-register.ts';
import { StorageUnavailable } from '../../../application/ports/storage/storage-unavailable.ts';
import type { CommandServices } from '../../inbound/cli/host/command-services.ts';
import { Keyring } from '../../outbound/crypto/keyring/keyring.ts';
import { createKeyringFile } from '../../outbound/crypto/keyring/keyring-file.ts';
import { requestKeyringFile } from '../../outbound/crypto/keyring/keyring-recovery.ts';
import { LocalKeyringFile } from '../../outbound/crypto/keyring/local-keyring-file.ts';
import type { Configuration, LoadedConfiguration } from '../configuration/configuration.ts';
import { prepareStorage } from '../service/prepare-storage.ts';
import { tokens } from '../wiring/tokens/tokens.ts';
import { withContainer } from '../wiring/with-container.ts';

type KeyringServices = Pick<CommandServices, 'initKeyring' | 'replaceKeyring' | 'recoverKeyring'>;

/** Work on the keyring file as a whole, which needs no keyring to begin with. */
export function keyringServices(load: (file: string | undefined) => Promise<LoadedConfiguration>): KeyringServices {
  return {
    initKeyring: async (configFile) => {
      const { configuration } = await load(configFile);
      return withContainer(configuration, (container) => initKeyring(container, configuration.keyring.file));
    },

    replaceKeyring: async (configFile, options) => {
      const { configuration } = await load(configFile);
      const { file } = configuration.keyring;
      return withContainer(configuration, async (container) => {
        await prepareStorage(container);
        const useCase = new ReplaceKeyring(new LocalKeyringFile(file), container.get(tokens.keyringRegister));
        return { ...(await useCase.execute(options)), file };
      });
    },

    recoverKeyring: async (configFile, waitMs) => {
      const { configuration } = await load(configFile);
      const { file } = configuration.keyring;
      if (existsSync(file)) return { kind: 'exists', file };
      const keyring = await requestKeyringFile(file, waitMs);
      if (!keyring) return { kind: 'not-written', file, holders: await findHolders(configuration) };
      return { kind: 'recovered', file, fingerprint: keyring.fingerprint() };
    },
  };
}

async function initKeyring(container: Container, file: string) {
  await prepareStorage(container);
  if (existsSync(file)) return { kind: 'exists', file } as const;
  const recorded = await container.get(tokens.keyringRegister).keys();
  if (recorded.size > 0) return { kind: 'in-use', file } as const;

  const keyring = Keyring.generate();
  if (!(await createKeyringFile(file, keyring))) return { kind: 'exists', file } as const;
  return { kind: 'created', file, fingerprint: keyring.fingerprint() } as const;
}

/** None if the storage cannot be reached: an instance writes its keyring file without it. */
async function findHolders(configuration: Configuration): Promise<readonly KeyringHolder[]> {
  try {
    return await withContainer(configuration, async (container) => {
      await prepareStorage(container);
      return container.get(tokens.keyringRegister).holders();
    });
  } catch (error) {
    if (error instanceof StorageUnavailable) return [];
    throw error;
  }
}
