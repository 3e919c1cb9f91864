import { type Finding, failure, ok, warning } from '../../../../application/ports/diagnosis.ts';

/** The settings of the service's own connection: a role or a database can override those of the server. */
export interface PostgresSettings {
  /** 150004 is 15.4. */
  readonly version: number;
  readonly inRecovery: boolean;
  readonly readOnly: boolean;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  /** Some of the space that is set aside for resets and sign-ins is in use. */
  readonly reserveIsUsed: boolean;
  /** Empty when a commit waits for no standby. */
  readonly synchronousStandbys: string;
}

const OLDEST_MAJOR = 14;
const RELOAD = 'in postgresql.conf, or with ALTER SYSTEM, and reload';

/** Checks that acknowledged writes survive a crash of this server. */
export function postgresFindings(settings: PostgresSettings): Finding[] {
  const findings = [
    ...roleFindings(settings),
    ...crashFindings(settings),
    ...spaceFindings(settings),
    ...commitFindings(settings),
    ...versionFindings(settings),
  ];
  if (findings.length > 0) return findings;
  const { synchronousCommit, synchronousStandbys } = settings;
  const standbys = synchronousStandbys === '' ? '' : `, waits for standbys ${synchronousStandbys}`;
  return [ok('durability', `fsync, full_page_writes and synchronous_commit=${synchronousCommit}${standbys}`)];
}

function roleFindings({ inRecovery, readOnly }: PostgresSettings): Finding[] {
  if (inRecovery) {
    const cure = 'name the primary in storage.url; behind several hosts, a proxy that follows it';
    return [failure('server role', 'this server is a standby, which takes no writes', cure)];
  }
  if (!readOnly) return [];
  const cure = 'set default_transaction_read_only = off for the role and the database of storage.url';
  return [failure('server role', 'transactions are read-only here', cure)];
}

function spaceFindings({ reserveIsUsed }: PostgresSettings): Finding[] {
  if (!reserveIsUsed) return [];
  const message = 'the disk or tablespace of the database is full: prompts cannot be written';
  return [failure('disk', message, 'make room for the database; until then, keys can be reset while a reserve lasts')];
}

function crashFindings({ fsync, fullPageWrites }: PostgresSettings): Finding[] {
  const findings: Finding[] = [];
  if (fsync !== 'on') {
    const message = 'fsync is off: a crash of the machine can destroy the whole database';
    findings.push(failure('durability', message, `set fsync = on ${RELOAD}`));
  }
  if (fullPageWrites !== 'on') {
    const message = 'full_page_writes is off: a crash can leave pages that are half old and half new';
    findings.push(failure('durability', message, `set full_page_writes = on ${RELOAD}`));
  }
  return findings;
}

function commitFindings({ synchronousCommit, synchronousStandbys }: PostgresSettings): Finding[] {
  const cure =
    'set synchronous_commit = on, for the role and the database of storage.url too (ALTER ROLE or DATABASE … RESET)';
  if (synchronousCommit === 'off') {
    const message = 'synchronous_commit is off: a crash loses what was acknowledged last, such as a key reset';
    return [failure('durability', message, cure)];
  }
  if (synchronousCommit === 'local' && synchronousStandbys !== '') {
    const message = 'synchronous_commit is local: a failover loses what no standby has yet';
    return [warning('durability', message, cure)];
  }
  return [];
}

function versionFindings({ version }: PostgresSettings): Finding[] {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST_MAJOR) return [];
  return [failure('server version', `this is Postgres ${major}`, `upgrade it to ${OLDEST_MAJOR} or newer`)];
}

/** The finding for a pooler that accepts our sessions. Most do not, and examining the server fails. */
export const POOLER_FINDING = warning(
  'pooler',
  'a pooler such as PgBouncer is in front, but storage.postgres.pooled is false: in transaction mode, requests fail',
  'set storage.postgres.pooled to true, which is right in session mode, too',
);
