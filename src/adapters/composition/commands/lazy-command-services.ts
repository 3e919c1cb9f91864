import type { CommandServices } from '../../inbound/cli/host/command-services.ts';
import type { Configuration, LoadedConfiguration } from '../configuration/configuration.ts';
import type { Environment } from '../configuration/environment.ts';
import type { SourceValue } from '../configuration/source-values.ts';

/**
 * Services of commands, each with its own look at the configuration. Every import is dynamic, so that a command loads
 * only the code that it needs: `prompt list` no database driver, and `--version` nothing but the command line.
 */
export function lazyCommandServices(environment: Environment, report: (text: string) => void): CommandServices {
  const read = async (file: string | undefined, options?: readonly SourceValue[]): Promise<LoadedConfiguration> => {
    const { loadConfiguration } = await import('../configuration/configuration.ts');
    return loadConfiguration({ file, environment, options });
  };
  const reportWarnings = (loaded: LoadedConfiguration): LoadedConfiguration => {
    for (const warning of loaded.warnings) report(`warning: ${warning}`);
    return loaded;
  };
  const load = async (file: string | undefined) => reportWarnings(await read(file));
  const configure = async (file: string | undefined): Promise<Configuration> => (await load(file)).configuration;
  const storage = () => import('./storage-services.ts');
  const keyring = () => import('./keyring-services.ts');
  const transfer = () => import('./transfer-services.ts');

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

    settings: async (file) => (await import('../configuration/effective-values.ts')).effectiveValues(await load(file)),
    diagnose: async (file) => (await import('./diagnose.ts')).diagnose({ file, environment }),
    readyUrl: async (file) => (await import('../configuration/ready-url.ts')).readyUrl((await configure(file)).http),

    api: async () => (await import('./api-access.ts')).apiAccess(environment),
    bridgeMcp: async (request) => (await import('./mcp-bridge.ts')).bridgeMcp(environment, request),
    langfuse: async (url) => (await import('./api-access.ts')).langfuseAccess(environment, url),

    withUseCases: async (file, work) => (await storage()).withUseCases(await configure(file), work),
    migrate: async (file) => (await storage()).migrate(await configure(file)),
    checkStorage: async (file, onFault) =>
      (await import('./check-storage.ts')).checkStorage(await configure(file), onFault),
    initKeyring: async (file) => (await keyring()).initKeyring(await configure(file)),
    replaceKeyring: async (file, options) => (await keyring()).replaceKeyring(await configure(file), options),
    recoverKeyring: async (file, waitMs) => (await keyring()).recoverKeyring(await configure(file), waitMs),
    copyStorage: async (file, request) => (await transfer()).copyStorage(await configure(file), environment, request),
    backUp: async (file, request) => (await transfer()).backUp(await configure(file), request),
    restore: async (file, request) => (await transfer()).restore(await configure(file), request),
  };
}
