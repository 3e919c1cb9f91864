import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '../support/servers/wanted-servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export const BACKENDS = ['sqlite', 'postgres', 'redis', 'redis-cluster'] as const;

export type Backend = (typeof BACKENDS)[number];

/** An empty storage, and a folder for its files. */
interface OpenBackend {
  readonly url: string;
  readonly folder: string;
  dispose(): Promise<void>;
}

/** Starts a dedicated server, in the same way as the tests do. */
export async function openBackend(backend: Backend): Promise<OpenBackend> {
  const folder = await temporaryFolder();
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (backend === 'sqlite') return { url: `sqlite:${join(folder, 'prompthold.db')}`, folder, dispose: removeFolder };

  const server = await startServer[backend]();
  return {
    url: server.url,
    folder,
    dispose: async () => {
      await server.dispose();
      await removeFolder();
    },
  };
}
