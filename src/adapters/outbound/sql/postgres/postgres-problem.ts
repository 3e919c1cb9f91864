import pg from 'pg';
import type { Explanation } from '../../../../application/ports/storage/storage-unavailable.ts';
import { explainConnection, type ServerKind } from '../../host/connection-problem.ts';

const POSTGRES: ServerKind = {
  name: 'Postgres',
  trustCure:
    'add sslrootcert=FILE to storage.url, with the certificate of the authority that signed the one of the server',
  plainCure: 'correct the port in storage.url, or remove its ssl parameters if the connection needs no encryption',
  clientCertificateCure: 'add sslcert=FILE and sslkey=FILE to storage.url',
  tlsCure:
    'check that Postgres listens at this host and port, and look into its log; if it expects TLS, add sslmode=verify-full to storage.url',
};

const NOT_POSTGRES: Explanation = {
  problem: 'the server does not speak the protocol of Postgres',
  cure: 'correct host and port in storage.url',
};

const BEHIND_POOLER: Explanation = {
  problem: 'there is a pooler such as PgBouncer in front, which shares sessions between clients',
  cure: 'set storage.postgres.pooled to true (PROMPTHOLD_STORAGE_POSTGRES_POOLED)',
};

const MISSING_PASSWORD: Explanation = {
  problem: 'the server asks for a password',
  cure: 'write it in storage.url, as postgres://user:password@host:port/database',
};

/** Explanations by SQLSTATE. */
const BY_CODE: Readonly<Record<string, Explanation>> = {
  '28P01': {
    problem: 'the user name or the password is wrong',
    cure: 'correct them in storage.url; write / ? # @ and % in a password as %2F %3F %23 %40 and %25',
  },
  '3D000': { problem: 'the database does not exist', cure: 'create it, or correct the database in storage.url' },
  '42501': {
    problem: 'the role of storage.url lacks a right',
    cure: 'let it own the database, or grant it: GRANT USAGE, CREATE ON SCHEMA public TO the role, and all rights on the tables there',
  },
  '53300': {
    problem: 'the server has no connection left',
    cure: 'raise max_connections, or use a pooler and storage.postgres.pooled; each instance takes up to 10',
  },
  '57P03': { problem: 'the server is starting or stopping', cure: 'wait a moment; if it lasts, look into its log' },
  '26000': BEHIND_POOLER,
  '42P05': BEHIND_POOLER,
};

/** Undefined for errors that are not about the connection, the login or the rights. */
export function explainPostgresError(error: unknown): Explanation | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof pg.DatabaseError) return explainReply(error);
  if (/does not support SSL/.test(error.message)) {
    return { problem: 'the server does not speak TLS at this port', cure: POSTGRES.plainCure };
  }
  if (/password must be a string/.test(error.message)) return MISSING_PASSWORD;
  if (/invalid response|unknown message code/i.test(error.message)) return NOT_POSTGRES;
  if (/Connection terminated unexpectedly/.test(error.message)) {
    return { problem: 'the server closed the connection', cure: POSTGRES.tlsCure };
  }
  if (/is a standby/.test(error.message)) {
    return { problem: 'it accepts no writes', cure: 'name the primary in storage.url' };
  }
  return explainConnection(error, POSTGRES);
}

function explainReply({ code = '', message }: pg.DatabaseError): Explanation | undefined {
  if (/received invalid response/.test(message)) return NOT_POSTGRES;
  if (/unsupported startup parameter/.test(message)) return BEHIND_POOLER;
  if (/no such database/.test(message)) return BY_CODE['3D000'];
  if (/^28/.test(code)) return explainLogin(code, message);
  return BY_CODE[code];
}

function explainLogin(code: string, message: string): Explanation | undefined {
  if (/no encryption/.test(message)) {
    const cure = 'add sslmode=verify-full to storage.url, and sslrootcert=FILE for a certificate of your own authority';
    return { problem: 'the server accepts only connections with TLS from here', cure };
  }
  if (/pg_hba\.conf/.test(message)) {
    const cure = 'allow this user, database and address in pg_hba.conf, or correct storage.url';
    return { problem: 'the server does not let this user connect from here', cure };
  }
  if (/certificate/.test(message)) {
    return { problem: 'the server demands a client certificate', cure: POSTGRES.clientCertificateCure };
  }
  return BY_CODE[code] ?? BY_CODE['28P01'];
}
