import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findOrInstall } from '../find-binary.ts';
import { type ProgramCall, type ServerKind, TestServer } from '../test-server.ts';
import { unprivilegedUser } from '../unprivileged-user.ts';
import { querySql } from './postgres-database.ts';

type Settings = Readonly<Record<string, string>>;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '300',
  // In files in the data folder, which is deleted. The default would leave files in /dev/shm after every kill -9.
  dynamic_shared_memory_type: 'mmap',
};

/**
 * Starts an empty Postgres, with these changes of its configuration. It syncs to disk as in production, because tests
 * check what survives a kill.
 */
export async function startPostgres(settings: Settings = {}): Promise<TestServer> {
  return TestServer.start(await postgres({ ...SETTINGS, ...settings }));
}

/** Starts a standby that follows the primary under this application name. */
export async function startPostgresStandby(primary: TestServer, name: string): Promise<TestServer> {
  const source = `${primary.url}?application_name=${name}`;
  return TestServer.start(
    await postgres(SETTINGS, (program) => ({
      program: program('pg_basebackup'),
      args: ['-D', 'data', '-d', source, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
    })),
  );
}

type Preparation = (program: (name: string) => string) => ProgramCall;

const emptyData: Preparation = (program) => ({
  program: program('initdb'),
  args: ['-D', 'data', '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8', '--locale=C'],
});

/** Any of the programs of a Postgres server. */
export const findProgram = (binary: string): Promise<string> =>
  findOrInstall({
    binary,
    package: 'postgresql',
    folders: ['/usr/lib/postgresql/*/bin'],
    variable: 'TEST_POSTGRES_URL',
  });

async function postgres(settings: Settings, prepare: Preparation = emptyData): Promise<ServerKind> {
  const program = await findProgram('postgres');
  // The programs of the same version, even if PATH has links to several.
  const programs = dirname(await realpath(program));
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  return {
    name: 'postgres',
    user: await unprivilegedUser(),
    // The "fast" shutdown, which does not wait for clients to disconnect.
    stopSignal: 'SIGINT',
    prepare: prepare((name) => join(programs, name)),
    url: ({ port }) => `postgres://postgres@127.0.0.1:${port}/postgres`,
    launch: (folder, { port }) => ({
      program,
      args: ['-D', 'data', '-p', String(port), '-c', `unix_socket_directories=${folder}`, ...options],
    }),
    isReady: async ({ url, folder }) =>
      (await querySql(url, 'SHOW data_directory'))[0]?.['data_directory'] === join(folder, 'data'),
  };
}
