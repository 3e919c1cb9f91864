import type { CommandServices } from '../../inbound/cli/host/command-services.ts';
import type { LoadedConfiguration } from '../configuration/configuration.ts';
import type { Environment } from '../configuration/environment.ts';
import type { GivenValue } from '../configuration/given-values.ts';

/**
 * Services of commands, each with its own look at the configuration. Every import is dynamic, so that a command loads
 * only the code that it needs: `prompt list` no database driver, and `--version` nothing but the command line.
 */
export function commandServices(environment: Environment, report: (text: string) => void): CommandServices {
  const read = async (file: string | undefined, options?: readonly GivenValue[]): Promise<LoadedConfiguration> => {
    const { loadConfiguration } = await import('../configuration/configuration.ts');
    return loadConfiguration({ file, environment, options });
  };
  const reportWarnings = (loaded: LoadedConfiguration): LoadedConfiguration => {
    for (const warning of loaded.warnings) report(`warning: ${warning}`);
    return loaded;
  };
  const load = async (file: string | undefined) => reportWarnings(await read(file));
  const storage = async () => (await import('./storage-services.ts')).storageServices(load);
  const keyring = async () => (await import('./keyring-services.ts')).keyringServices(load);
  const transfer = async () => (await import('./transfer-services.ts')).transferServices(load, environment);

  return {
    serve: async (file, options) => {
      const { readOptions } = await import('../configuration/options.ts');
      const loaded = await read(file, readOptions(options));
      if (loaded.configuration.http.workers > 1) {
        const { serveWithWorkers } = await import('../service/workers/serve-with-workers.ts');
        return serveWithWorkers(loaded, report);
      }
      reportWarnings(loaded);
      const { serve } = await import('../service/serve.ts');
      await serve(loaded, report);
      return 0;
    },

    settings: async (file) => {
      const { effectiveValues } = await import('../configuration/effective-values.ts');
      return effectiveValues(await load(file));
    },

    diagnose: async (file) => {
      const { diagnose } = await import('./diagnose.ts');
      return diagnose({ file, environment });
    },

    readyUrl: async (file) => {
      const { readyUrl } = await import('../configuration/ready-url.ts');
      return readyUrl((await load(file)).configuration.http);
    },

    api: async () => {
      const { apiAccess } = await import('./api-access.ts');
      return apiAccess(environment);
    },

    bridgeMcp: async (request) => {
      const { bridgeMcp } = await import('./mcp-bridge.ts');
      return bridgeMcp(environment, request);
    },

    langfuse: async (url) => {
      const { langfuseAccess } = await import('./langfuse-access.ts');
      return langfuseAccess(environment, url);
    },

    withUseCases: async (file, work) => (await storage()).withUseCases(file, work),
    migrate: async (file) => (await storage()).migrate(file),
    initKeyring: async (file) => (await keyring()).initKeyring(file),
    replaceKeyring: async (file, options) => (await keyring()).replaceKeyring(file, options),
    recoverKeyring: async (file, waitMs) => (await keyring()).recoverKeyring(file, waitMs),
    copyStorage: async (file, request) => (await transfer()).copyStorage(file, request),
    backUp: async (file, request) => (await transfer()).backUp(file, request),
    restore: async (file, request) => (await transfer()).restore(file, request),
    checkStorage: async (file, onFault) => (await transfer()).checkStorage(file, onFault),
  };
}
