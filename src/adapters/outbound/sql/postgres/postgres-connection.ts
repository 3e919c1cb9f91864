import pg from 'pg';
import { StorageFull, StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { explainPostgresError } from './postgres-problem.ts';

export const CONNECT_MS = 1500;
export const QUERY_MS = 1500;

const INT8 = 20;

/** BIGINT is returned as text by default. All of ours are milliseconds and counts, which a number holds exactly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

export interface PostgresOptions {
  readonly url: string;
  /** A pooler in transaction mode shares sessions between clients: no named statements, no session settings. */
  readonly pooled: boolean;
}

/**
 * The server gives up by itself after these, in case this process has died. Milliseconds. It looks for deadlocks after a second, and
 * reports one only if it waits longer for locks.
 */
export const SERVER_TIMEOUTS = {
  statement_timeout: 3000,
  lock_timeout: 1250,
  idle_in_transaction_session_timeout: 5000,
} as const;

/** How the service connects for requests. A pooler that does not know the settings of a session rejects it. */
export const sessionConfig = ({ url, pooled }: PostgresOptions): pg.ClientConfig => ({
  ...connectionConfig(url),
  ...(pooled ? {} : SERVER_TIMEOUTS),
  connectionTimeoutMillis: CONNECT_MS,
  query_timeout: QUERY_MS,
});

export const connectionConfig = (url: string): pg.ClientConfig => ({
  connectionString: withVerification(url),
  types,
  keepAlive: true,
  application_name: 'prompthold',
});

/** The driver verifies the server in all of these modes, but prints a warning unless that is written explicitly. */
const withVerification = (url: string): string =>
  /[?&]uselibpqcompat=true(&|$)/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full');

export function ignoreBrokenConnection(): void {}

/**
 * Classes of SQLSTATE that mean that our statement is wrong, not that the server is unavailable. A missing table (42P01)
 * or a missing permission (42501) counts as an outage: the database is being restored or was replaced. So does a prepared
 * statement that exists already (42P05): a pooler shares sessions.
 */
const OUR_FAULT = /^(0A|21|22|23|2F|34|38|39|42(?!P01|501|P05)|44|P0)/;

const DISK_FULL = '53100';

export function translateError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    if (error.code === DISK_FULL) return new StorageFull('Postgres', error);
    return OUR_FAULT.test(error.code ?? '') ? error : toUnavailable(error);
  }
  // Connection refused, reset or timed out: the driver and Node throw plain errors. A subclass is not an outage.
  const plain = error instanceof Error && (error.constructor === Error || error instanceof AggregateError);
  return plain ? toUnavailable(error) : error;
}

const toUnavailable = (error: unknown): StorageUnavailable =>
  new StorageUnavailable('Postgres', error, explainPostgresError(error));
