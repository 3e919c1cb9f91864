import { Client } from 'pg';
import type { TestServer } from '../test-server.ts';
import { waitUntil } from '../wait-until.ts';
import { startPostgres, startPostgresStandby } from './postgres-server.ts';

const STANDBY = 'standby';
const REPLICATION_TIMEOUT_MS = 60_000;

/** A primary that acknowledges writes only when its standby has them on disk. */
export interface PostgresPair {
  readonly primary: TestServer;
  readonly standby: TestServer;
  /** Makes the standby a primary. Resolves when it accepts writes. */
  promote(): Promise<void>;
  dispose(): Promise<void>;
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const primary = await startPostgres({
    settings: { synchronous_standby_names: STANDBY, synchronous_commit: 'on' },
  });
  const started = [primary];
  const dispose = async () => void (await Promise.all(started.map((server) => server.dispose())));
  try {
    const standby = await startPostgresStandby(primary, STANDBY);
    started.unshift(standby);
    await waitUntil(() => isSynchronous(primary), {
      what: 'the primary waits for its standby',
      timeoutMs: REPLICATION_TIMEOUT_MS,
    });
    return { primary, standby, promote: () => promote(standby), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function isSynchronous(primary: TestServer): Promise<boolean> {
  const [row] = await query(primary, 'SELECT sync_state FROM pg_stat_replication');
  return row?.['sync_state'] === 'sync';
}

/** The same as `pg_ctl promote`. */
async function promote(standby: TestServer): Promise<void> {
  const [row] = await query(standby, 'SELECT pg_promote(true, 60) AS promoted');
  if (row?.['promoted'] !== true) throw new Error('the standby was not promoted');
}

async function query({ url }: TestServer, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
