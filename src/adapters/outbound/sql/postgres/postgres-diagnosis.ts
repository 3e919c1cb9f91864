import pg from 'pg';
import type { StorageDiagnosis, StorageFacts } from '../../../../application/ports/diagnosis.ts';
import { neededChecks, type RecordedCheck } from '../../rows/needed-checks.ts';
import { schemaVersion } from '../schema.ts';
import { CONNECT_MS, connection, ignoreBrokenConnection, QUERY_MS, translated } from './postgres-database.ts';
import { type PostgresSettings, postgresFindings } from './postgres-findings.ts';

const SETTINGS = `
  SELECT current_setting('server_version_num')::int AS version,
         pg_is_in_recovery() AS "inRecovery",
         current_setting('default_transaction_read_only') = 'on' AS "readOnly",
         current_setting('fsync') AS fsync,
         current_setting('full_page_writes') AS "fullPageWrites",
         current_setting('synchronous_commit') AS "synchronousCommit",
         current_setting('synchronous_standby_names') AS "synchronousStandbys",
         to_regclass('schema_version') IS NOT NULL AS "hasSchema"`;

interface Answer extends PostgresSettings {
  readonly hasSchema: boolean;
}

/** Asks the server of the URL, on a connection of its own. */
export class PostgresDiagnosis implements StorageDiagnosis {
  constructor(private readonly url: string) {}

  async examine(): Promise<StorageFacts> {
    const client = new pg.Client({
      ...connection(this.url),
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
    });
    client.on('error', ignoreBrokenConnection);
    try {
      await client.connect();
      return await look(client);
    } catch (error) {
      throw translated(error);
    } finally {
      await client.end();
    }
  }
}

async function look(client: pg.Client): Promise<StorageFacts> {
  const [settings] = await rowsOf<Answer>(client, SETTINGS);
  if (!settings) throw new Error('Postgres told no settings');
  const { hasSchema } = settings;
  const versions = hasSchema ? await rowsOf<{ version: number }>(client, 'SELECT version FROM schema_version') : [];
  const checks = hasSchema ? await rowsOf<RecordedCheck>(client, 'SELECT * FROM keyring_check') : [];
  // Asked last, so that the way of other answers does not count as a difference of the clocks.
  const [clock] = await rowsOf<{ time: Date }>(client, 'SELECT clock_timestamp() AS time');
  return {
    findings: postgresFindings(settings),
    schema: { found: versions[0]?.version ?? 0, known: schemaVersion },
    keyringChecks: neededChecks(checks),
    ...(clock ? { time: clock.time } : {}),
  };
}

async function rowsOf<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<readonly Row[]> {
  return (await client.query<Row>(text)).rows;
}
