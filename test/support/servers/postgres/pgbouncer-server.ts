import { join } from 'node:path';
import { findOrInstall } from '../find-binary.ts';
import { type ServerKind, TestServer } from '../test-server.ts';
import { unprivilegedUser } from '../unprivileged-user.ts';
import { querySql } from './postgres-database.ts';

/** So few that clients must share them: each transaction may run on another connection than the one before. */
export const SERVER_CONNECTIONS = 2;

const SESSION_SETTINGS = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

/** PgBouncer takes its port only from a file, and the port is not known before the start. */
const WRITE_FILE_AND_RUN = 'printf "%s" "$1" > pgbouncer.ini && exec "$0" pgbouncer.ini';

interface PgBouncerOptions {
  /** Whether it accepts settings of a session without applying them, instead of rejecting the connection. */
  readonly ignoresSessionSettings?: boolean;
}

/** Starts a PgBouncer in transaction mode for all databases of the Postgres with this URL. */
export async function startPgBouncer(postgresUrl: string, options: PgBouncerOptions = {}): Promise<TestServer> {
  return TestServer.start(await pgBouncer(new URL(postgresUrl), options));
}

/** The URL of the same database through PgBouncer. */
export function viaPgBouncer({ address }: TestServer, postgresUrl: string): string {
  const url = new URL(postgresUrl);
  url.host = `127.0.0.1:${address.port}`;
  return url.href;
}

const logPath = (folder: string): string => join(folder, 'pgbouncer.log');

async function pgBouncer(
  { hostname, port, username, password }: URL,
  { ignoresSessionSettings = false }: PgBouncerOptions,
): Promise<ServerKind> {
  const program = await findOrInstall({ binary: 'pgbouncer', folders: ['/usr/sbin'] });
  const file = (folder: string, listenPort: number) =>
    [
      '[databases]',
      `* = host=${hostname} port=${port || 5432} user=${username}${password && ` password=${password}`}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      // With a second place to listen on, it would keep running when its port is taken.
      'unix_socket_dir =',
      `logfile = ${logPath(folder)}`,
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${SERVER_CONNECTIONS}`,
      'max_client_conn = 1000',
      ...(ignoresSessionSettings ? [`ignore_startup_parameters = ${SESSION_SETTINGS}`] : []),
      '',
    ].join('\n');

  return {
    name: 'pgbouncer',
    user: await unprivilegedUser(),
    stopSignal: 'SIGINT',
    url: (address) => `postgres://postgres@127.0.0.1:${address.port}/pgbouncer`,
    launch: (folder, address) => ({
      program: '/bin/sh',
      args: ['-c', WRITE_FILE_AND_RUN, program, file(folder, address.port)],
    }),
    isReady: async ({ url, folder }) => {
      const settings = await querySql(url, 'SHOW CONFIG');
      return settings.some(({ key, value }) => key === 'logfile' && value === logPath(folder));
    },
  };
}
