import type { Container } from 'inversify';
import type { SchemaChange } from '../../../application/ports/storage/storage-administration.ts';
import type { CommandServices } from '../../inbound/cli/host/command-services.ts';
import type { LoadedConfiguration } from '../configuration/configuration.ts';
import { prepareStorage } from '../service/prepare-storage.ts';
import { unlock } from '../wiring/compose.ts';
import { tokens } from '../wiring/tokens/tokens.ts';
import { withContainer } from '../wiring/with-container.ts';

type StorageServices = Pick<CommandServices, 'migrate' | 'withUseCases'>;

/** The services that work on the storage in place. */
export function storageServices(load: (file: string | undefined) => Promise<LoadedConfiguration>): StorageServices {
  return {
    migrate: async (file) => withContainer((await load(file)).configuration, migrate),

    withUseCases: async (file, work) => {
      const { configuration } = await load(file);
      return withContainer(configuration, async (container) => {
        await prepareStorage(container);
        await unlock(container, configuration);
        return work({
          openAccount: container.get(tokens.openAccount),
          listAccounts: container.get(tokens.listAccounts),
          resetPassword: container.get(tokens.resetPassword),
          deleteAccount: container.get(tokens.deleteAccount),
          unblockAccount: container.get(tokens.unblockAccount),
          rotateKeyOfAccount: container.get(tokens.rotateKeyOfAccount),
          rotateAllKeys: container.get(tokens.rotateAllKeys),
          addEncryptionKey: container.get(tokens.addEncryptionKey),
          promoteEncryptionKey: container.get(tokens.promoteEncryptionKey),
          reencryptKeys: container.get(tokens.reencryptKeys),
          retireEncryptionKey: container.get(tokens.retireEncryptionKey),
        });
      });
    },
  };
}

/** The service would build the search index while it runs. Here it is complete when the command ends. */
async function migrate(container: Container): Promise<SchemaChange> {
  const change = await prepareStorage(container);
  for await (const _ of container.get(tokens.buildSearchIndex).execute());
  return change;
}
