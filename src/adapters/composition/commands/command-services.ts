import type { Container } from 'inversify';
import type { SchemaChange } from '../../../application/ports/storage-administration.ts';
import type { CommandServices } from '../../inbound/cli/host/command-services.ts';
import { type LoadedConfiguration, loadConfiguration } from '../configuration/configuration.ts';
import { effectiveValues } from '../configuration/effective-values.ts';
import type { Environment } from '../configuration/environment.ts';
import type { GivenValue } from '../configuration/given-values.ts';
import { readOptions } from '../configuration/options.ts';
import { readyUrl } from '../configuration/ready-url.ts';
import { prepareStorage } from '../service/prepare-storage.ts';
import { unlock } from '../wiring/compose.ts';
import { tokens } from '../wiring/tokens.ts';
import { withContainer } from '../wiring/with-container.ts';
import { apiAccess } from './api-access.ts';
import { diagnose } from './diagnose.ts';
import { keyringServices } from './keyring-services.ts';
import { transferServices } from './transfer-services.ts';

/** What commands may do, each with its own look at the configuration. */
export function commandServices(environment: Environment, report: (text: string) => void): CommandServices {
  const load = (file: string | undefined, options?: readonly GivenValue[]): LoadedConfiguration => {
    const loaded = loadConfiguration({ file, environment, options });
    for (const warning of loaded.warnings) report(`warning: ${warning}`);
    return loaded;
  };

  return {
    serve: async (file, options) => {
      const loaded = load(file, readOptions(options));
      // Other commands start faster without the HTTP server.
      const { serve } = await import('../service/serve.ts');
      return serve(loaded, report);
    },

    settings: (file) => effectiveValues(load(file)),

    diagnose: (file) => diagnose({ file, environment }),

    readyUrl: (file) => readyUrl(load(file).configuration.http),

    api: () => apiAccess(environment),

    migrate: (file) => withContainer(load(file).configuration, migrate),

    ...transferServices(load, environment),

    withUseCases: (file, work) => {
      const { configuration } = load(file);
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

    ...keyringServices(load),
  };
}

/** The service would build the search index while it runs. Here it is complete when the command ends. */
async function migrate(container: Container): Promise<SchemaChange> {
  const change = await prepareStorage(container);
  for await (const _ of container.get(tokens.buildSearchIndex).execute());
  return change;
}
