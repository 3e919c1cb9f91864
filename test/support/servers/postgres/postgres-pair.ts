import type { TestServer } from '../test-server.ts';
import { waitUntil } from '../wait-until.ts';
import { executeSql } from './postgres-database.ts';
import { startPostgres, startPostgresStandby } from './postgres-server.ts';

const STANDBY = 'standby';

/** A primary with one standby. */
export interface PostgresPair {
  readonly primary: TestServer;
  readonly standby: TestServer;
  /** From now on the standby receives writes but does not show them, until it is promoted. */
  pauseReplay(): Promise<void>;
  /** Resolves when the standby has everything on disk that the primary has committed by now. */
  waitUntilReceived(): Promise<void>;
  /** Makes the standby a primary. Resolves when it accepts writes. */
  promote(): Promise<void>;
  dispose(): Promise<void>;
}

/** Unless asynchronous, the primary acknowledges writes only when its standby has them on disk. */
export async function startPostgresPair(mode: 'sync' | 'async' = 'sync'): Promise<PostgresPair> {
  const primary = await startPostgres({
    synchronous_standby_names: mode === 'sync' ? STANDBY : '',
    synchronous_commit: 'on',
  });
  const started = [primary];
  const dispose = async () => void (await Promise.all(started.map((server) => server.dispose())));
  try {
    const standby = await startPostgresStandby(primary, STANDBY);
    started.unshift(standby);
    await waitUntil(() => isStreaming(primary, mode), { what: 'the standby follows its primary' });
    return {
      primary,
      standby,
      pauseReplay: () => pauseReplay(standby),
      waitUntilReceived: () => waitUntilReceived(primary),
      promote: () => promote(standby),
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function isStreaming(primary: TestServer, mode: 'sync' | 'async'): Promise<boolean> {
  const [row] = await executeSql(primary.url, "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'");
  return row?.['sync_state'] === mode;
}

/** The standby pauses at its next record of the log, which therefore has to come. */
async function pauseReplay(standby: TestServer): Promise<void> {
  await executeSql(standby.url, 'SELECT pg_wal_replay_pause()');
  const isPaused = async () => {
    const [row] = await executeSql(standby.url, 'SELECT pg_get_wal_replay_pause_state() AS state');
    return row?.['state'] === 'paused';
  };
  await waitUntil(isPaused, { what: 'the standby pauses its replay' });
}

async function waitUntilReceived(primary: TestServer): Promise<void> {
  const [now] = await executeSql(primary.url, 'SELECT CAST(pg_current_wal_flush_lsn() AS TEXT) AS position');
  const hasReceived = async () => {
    const sql = `SELECT flush_lsn >= '${now?.['position']}' AS received FROM pg_stat_replication`;
    return (await executeSql(primary.url, sql))[0]?.['received'] === true;
  };
  await waitUntil(hasReceived, { what: 'the standby has received all writes' });
}

/** Waits between queries: the replay would wait half a minute for a query that waits for the promotion. */
async function promote(standby: TestServer): Promise<void> {
  await executeSql(standby.url, 'SELECT pg_promote(false)');
  const isPrimary = async () => {
    const [row] = await executeSql(standby.url, 'SELECT pg_is_in_recovery() AS standby');
    return row?.['standby'] === false;
  };
  await waitUntil(isPrimary, { what: 'the standby is promoted' });
}
