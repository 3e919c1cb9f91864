import pg from 'pg';
import { StorageFull, StorageUnavailable } from '../../../../application/ports/storage-unavailable.ts';

export const CONNECT_MS = 1500;
export const QUERY_MS = 1500;

const INT8 = 20;

/** BIGINT is returned as text by default. All of ours are milliseconds and counts, which a number holds exactly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

export const connectionConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  types,
  keepAlive: true,
  application_name: 'prompthold',
});

export function ignoreBrokenConnection(): void {}

/**
 * Classes of SQLSTATE that mean that our statement is wrong, not that the server is unavailable. A missing table (42P01)
 * or a missing permission (42501) counts as an outage: the database is being restored or was replaced.
 */
const OUR_FAULT = /^(0A|21|22|23|2F|34|38|39|42(?!P01|501)|44|P0)/;

const DISK_FULL = '53100';

export function translateError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    if (error.code === DISK_FULL) return new StorageFull('Postgres', error);
    return OUR_FAULT.test(error.code ?? '') ? error : new StorageUnavailable('Postgres', error);
  }
  // Connection refused, reset or timed out: the driver and Node throw plain errors. A subclass is not an outage.
  const plain = error instanceof Error && (error.constructor === Error || error instanceof AggregateError);
  return plain ? new StorageUnavailable('Postgres', error) : error;
}
