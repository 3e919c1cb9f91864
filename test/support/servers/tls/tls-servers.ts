import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '../postgres/postgres-server.ts';
import { startRedis } from '../redis/redis-server.ts';
import type { TestServer } from '../test-server.ts';
import type { Certificates } from './certificates.ts';

/** The superuser connects freely, `app` with TLS and a password, `plain` with a password. */
const HOST_RULES = `
host    all postgres 127.0.0.1/32 trust
hostssl all app      127.0.0.1/32 scram-sha-256
host    all plain    127.0.0.1/32 scram-sha-256
`;

export async function startPostgresWithTls({ folder, certificate, key }: Certificates): Promise<TestServer> {
  const rules = join(folder, 'pg_hba.conf');
  await writeFile(rules, HOST_RULES);
  await chmod(rules, 0o644);
  return startPostgres({ ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key, hba_file: rules });
}

/** Speaks plain text at its port, and TLS at its second port. */
export async function startRedisWithTls({ authority, certificate, key }: Certificates): Promise<TestServer> {
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', authority];
  return startRedis({
    args: ({ peerPort }) => ['--tls-port', String(peerPort), '--tls-auth-clients', 'no', ...files],
  });
}
