import { join } from 'node:path';
import { Client } from 'pg';
import { findOrInstall } from '../find-binary.ts';
import type { ChoosePort } from '../free-port.ts';
import { ANSWER_MS, type ServerKind, TestServer } from '../test-server.ts';
import { unprivilegedUser } from '../unprivileged-user.ts';

/** So few that clients must share them: each transaction may meet another connection than the one before. */
export const SERVER_CONNECTIONS = 2;

/** Its port is known only when it starts, and is told to it in a file alone. What it says then tells a taken port. */
const WRITE_FILE_AND_RUN = 'printf "%s" "$1" > pgbouncer.ini && exec "$0" pgbouncer.ini';

/** A PgBouncer in transaction mode before the Postgres of this address. Its databases are those of the server. */
export async function startPgBouncer(postgresUrl: string, choosePort?: ChoosePort): Promise<TestServer> {
  return TestServer.start(await pgBouncer(new URL(postgresUrl)), choosePort);
}

/** The same database, by way of the pooler. */
export function viaPgBouncer({ address }: TestServer, postgresUrl: string): string {
  const url = new URL(postgresUrl);
  url.host = `127.0.0.1:${address.port}`;
  return url.href;
}

const logIn = (folder: string): string => join(folder, 'pgbouncer.log');

/** What the console at the pooler's own address answers, such as SHOW POOLS. */
export async function queryPgBouncer(url: string, command: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(command)).rows;
  } finally {
    await client.end();
  }
}

async function pgBouncer({ hostname, port, username, password }: URL): Promise<ServerKind> {
  const program = await findOrInstall({
    binary: 'pgbouncer',
    package: 'pgbouncer',
    folders: ['/usr/sbin'],
    variable: 'PATH',
  });
  const file = (folder: string, listenPort: number) =>
    [
      '[databases]',
      `* = host=${hostname} port=${port || 5432} user=${username}${password && ` password=${password}`}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      // With a second place to listen at, it would go on where its port is taken.
      'unix_socket_dir =',
      `logfile = ${logIn(folder)}`,
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${SERVER_CONNECTIONS}`,
      'max_client_conn = 1000',
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
    answers: async ({ url, folder }) => {
      const settings = await queryPgBouncer(url, 'SHOW CONFIG');
      return settings.some(({ key, value }) => key === 'logfile' && value === logIn(folder));
    },
  };
}
