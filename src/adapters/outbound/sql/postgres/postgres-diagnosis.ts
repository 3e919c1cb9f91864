import pg from 'pg';
import type { Finding, StorageDiagnosis, StorageFacts } from '../../../../application/ports/diagnosis.ts';
import { neededChecks, type RecordedCheck } from '../../rows/needed-checks.ts';
import { schemaVersion } from '../migrations/schema.ts';
import { ignoreBrokenConnection, type PostgresOptions, sessionConfig, translateError } from './postgres-connection.ts';
import { POOLER_FINDING, type PostgresSettings, postgresFindings } from './postgres-findings.ts';
import { RESERVE_IS_USED } from './postgres-space.ts';

const SETTINGS = `
  SELECT current_setting('server_version_num')::int AS version,
         pg_is_in_recovery() AS "inRecovery",
         current_setting('default_transaction_read_only') = 'on' AS "readOnly",
         current_setting('fsync') AS fsync,
         current_setting('full_page_writes') AS "fullPageWrites",
         current_setting('synchronous_commit') AS "synchronousCommit",
         current_setting('synchronous_standby_names') AS "synchronousStandbys",
         ${RESERVE_IS_USED} AS "reserveIsUsed",
         to_regclass('schema_version') IS NOT NULL AS "hasSchema"`;

interface SettingsRow extends PostgresSettings {
  readonly hasSchema: boolean;
}

/** Queries the server of the URL on its own connection, which it makes like the service. */
export class PostgresDiagnosis implements StorageDiagnosis {
  constructor(private readonly options: PostgresOptions) {}

  async examine(): Promise<StorageFacts> {
    const client = new pg.Client(sessionConfig(this.options));
    client.on('error', ignoreBrokenConnection);
    try {
      await client.connect();
      const facts = await readFacts(client);
      return { ...facts, findings: [...(await this.poolerFindings(client)), ...facts.findings] };
    } catch (error) {
      throw translateError(error);
    } finally {
      await client.end();
    }
  }

  private async poolerFindings(client: pg.Client): Promise<readonly Finding[]> {
    if (this.options.pooled) return [];
    const [row] = await rowsOf<{ pid: number }>(client, 'SELECT pg_backend_pid() AS pid');
    // A pooler announces an id of its own instead of that of the process which serves us.
    const { processID } = client as { readonly processID?: unknown };
    return processID === row?.pid ? [] : [POOLER_FINDING];
  }
}

async function readFacts(client: pg.Client): Promise<StorageFacts> {
  const [settings] = await rowsOf<SettingsRow>(client, SETTINGS);
  if (!settings) throw new Error('Postgres returned no settings');
  const { hasSchema } = settings;
  const versions = hasSchema ? await rowsOf<{ version: number }>(client, 'SELECT version FROM schema_version') : [];
  const checks = hasSchema ? await rowsOf<RecordedCheck>(client, 'SELECT * FROM keyring_check') : [];
  // Read last, so that the time other queries take does not count as clock skew.
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
