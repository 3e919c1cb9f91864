import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';
import { startPgBouncer, viaPgBouncer } from '../../support/servers/postgres/pgbouncer-server.ts';
import { executeSql } from '../../support/servers/postgres/postgres-database.ts';
import { runRedisCommand } from '../../support/servers/redis/redis-command.ts';
import { type SentinelTrio, startRedisSentinel } from '../../support/servers/redis/redis-sentinel.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { type Certificates, createCertificates } from '../../support/servers/tls/certificates.ts';
import { startPostgresWithTls, startRedisWithTls } from '../../support/servers/tls/tls-servers.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder, listenForTest } from '../../support/service/test-resources.ts';
import { runDoctor } from './doctor-report.ts';

const PASSWORD = 's3cret-p4ss';

/** Both a command and the doctor name the problem and the cure, and neither repeats a password. */
async function expectExplained(
  url: string,
  problem: string,
  cure: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const settings = { PROMPTHOLD_STORAGE_URL: url, ...more };
  const folder = await createTestFolder();
  const [command, { code, errors }] = await Promise.all([
    runCommand(['storage', 'migrate'], { settings }),
    runDoctor({ folder, settings }),
  ]);

  expect(command).toMatchObject({ code: 69, stdout: '' });
  expect(code).toBe(1);
  expect(command.stderr).toContain(problem);
  expect(command.stderr.toLowerCase()).toContain(cure.toLowerCase());
  expect(command.stderr.trimEnd().split('\n')).toHaveLength(1);
  const finding = errors.find(({ message }) => message.includes(problem));
  expect(errors, JSON.stringify(errors)).toContain(finding);
  expect(finding?.cure).toContain(cure);
  const output = command.stderr + JSON.stringify(errors);
  expect(output).not.toContain(PASSWORD);
  if (!problem.includes('did not respond')) expect(output).not.toContain('did not respond');
}

/** A port where a server accepts connections, and responds with this text to anything; to nothing if there is none. */
const startServer = (text?: string): Promise<number> =>
  listenForTest(
    createServer((socket) => {
      socket.on('error', () => {}).on('data', () => text !== undefined && socket.end(text));
    }),
  );

type Mistake = readonly [what: string, url: () => string | Promise<string>, problem: string, cure: string];

const REFUSED = ['the connection was refused', 'is running and listens there'] as const;
const UNKNOWN_HOST = ['the host', 'correct the host in storage.url'] as const;
const NO_RESPONSE = ['the server did not respond in time', 'firewall'] as const;
const WRONG_PASSWORD = ['the user name or the password is wrong', 'correct them in storage.url'] as const;
const NO_PASSWORD = ['the server asks for a password', 'write it in storage.url'] as const;

let certificates: Certificates;
beforeAll(async () => {
  certificates = await createCertificates();
});
afterAll(() => certificates?.dispose());

describe.runIf(wantedStorages().includes('postgres'))('a wrong connection to Postgres', () => {
  let server: TestServer;
  let port: number;

  beforeAll(async () => {
    server = await startPostgresWithTls(certificates);
    ({ port } = server.address);
    for (const user of ['app', 'plain'])
      await executeSql(server.url, `CREATE ROLE ${user} LOGIN PASSWORD '${PASSWORD}'`);
  });
  afterAll(() => server?.dispose());

  const urlOf = (user: string, query = '', database = 'postgres') =>
    `postgres://${user}@127.0.0.1:${port}/${database}${query}`;
  const trusted = () => `?sslmode=verify-full&sslrootcert=${certificates.authority}`;

  it.each<Mistake>([
    ['nothing listens there', async () => `postgres://app:${PASSWORD}@127.0.0.1:${await freePort()}/x`, ...REFUSED],
    ['the host is unknown', () => `postgres://app:${PASSWORD}@nowhere.invalid/x`, ...UNKNOWN_HOST],
    [
      'the server does not respond',
      async () => `postgres://app:${PASSWORD}@127.0.0.1:${await startServer()}/x`,
      ...NO_RESPONSE,
    ],
    [
      'another kind of server listens there',
      async () => `postgres://app:${PASSWORD}@127.0.0.1:${await startServer('-ERR unknown command\r\n')}/x`,
      'the server closed the connection',
      'listens at this host and port',
    ],
    [
      'the server accepts only TLS',
      () => urlOf(`app:${PASSWORD}`),
      'accepts only connections with TLS',
      'sslmode=verify-full',
    ],
    [
      'the server speaks no TLS',
      () => `${inject('postgresUrl')}?sslmode=require`,
      'does not speak TLS',
      'remove its ssl parameters',
    ],
    [
      'the certificate is not trusted',
      () => urlOf(`app:${PASSWORD}`, '?sslmode=verify-full'),
      'the certificate of the server is not trusted',
      'sslrootcert=FILE',
    ],
    [
      'the certificate is for another host name',
      () => `postgres://app:${PASSWORD}@localhost:${port}/postgres${trusted()}`,
      'the certificate of the server is for another host name',
      'as its certificate does',
    ],
    ['the password is wrong', () => urlOf('plain:wrong'), ...WRONG_PASSWORD],
    ['the password is missing', () => urlOf('plain'), ...NO_PASSWORD],
    [
      'the user may not connect',
      () => urlOf(`nobody:${PASSWORD}`, trusted()),
      'does not let this user connect',
      'pg_hba.conf',
    ],
    [
      'the database does not exist',
      () => urlOf(`plain:${PASSWORD}`, '', 'nowhere'),
      'the database does not exist',
      'correct the database in storage.url',
    ],
  ])('is explained when %s', async (_what, url, problem, cure) => {
    await expectExplained(await url(), problem, cure);
  });

  it('is explained when the role may not create tables', async () => {
    const settings = { PROMPTHOLD_STORAGE_URL: urlOf(`plain:${PASSWORD}`) };
    const { code, stderr } = await runCommand(['storage', 'migrate'], { settings });

    expect(code).toBe(69);
    expect(stderr).toMatch(/lacks a right \(permission denied for schema public\)\. Let it own the database, or grant/);
  });

  it('is explained when a pooler is in front, although storage.postgres.pooled is not set', async () => {
    const pooler = await startPgBouncer(inject('postgresUrl'));
    onTestFinished(() => pooler.dispose());
    const settings = { PROMPTHOLD_STORAGE_URL: viaPgBouncer(pooler, inject('postgresUrl')) };
    const cure = 'set storage.postgres.pooled to true';

    const { errors } = await runDoctor({ folder: await createTestFolder(), settings });
    expect(errors).toContainEqual({
      check: 'storage',
      severity: 'error',
      message: expect.stringContaining('there is a pooler such as PgBouncer in front'),
      cure: expect.stringContaining(cure),
    });
    const pooled = { ...settings, PROMPTHOLD_STORAGE_POSTGRES_POOLED: 'true' };
    const correct = await runDoctor({ folder: await createTestFolder(), settings: pooled });
    expect(correct.findings.map(({ check }) => check)).not.toContain('pooler');
    expect(correct.findings).toContainEqual(expect.objectContaining({ check: 'storage', severity: 'ok' }));
  });

  it('is a warning when the pooler accepts the settings of a session', async () => {
    const pooler = await startPgBouncer(inject('postgresUrl'), { ignoresSessionSettings: true });
    onTestFinished(() => pooler.dispose());
    const settings = { PROMPTHOLD_STORAGE_URL: viaPgBouncer(pooler, inject('postgresUrl')) };

    const { findings } = await runDoctor({ folder: await createTestFolder(), settings });

    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'pooler',
        severity: 'warning',
        cure: expect.stringContaining('pooled to true'),
      }),
    );
  });

  it('is not made with the right URL', async () => {
    const { findings } = await runDoctor({
      folder: await createTestFolder(),
      settings: { PROMPTHOLD_STORAGE_URL: urlOf(`app:${PASSWORD}`, trusted()) },
    });

    expect(findings).toContainEqual(expect.objectContaining({ check: 'storage', severity: 'ok' }));
  });
});

describe.runIf(wantedStorages().includes('redis'))('a wrong connection to Redis', () => {
  let server: TestServer;
  let trio: SentinelTrio;
  let port: number;
  let tlsPort: number;

  beforeAll(async () => {
    server = await startRedisWithTls(certificates);
    trio = await startRedisSentinel(60_000);
    ({ port, peerPort: tlsPort } = server.address);
    await runRedisCommand(server.url, 'ACL', 'SETUSER', 'weak', 'on', `>${PASSWORD}`, '~*', '+@connection', '+info');
    await runRedisCommand(server.url, 'ACL', 'SETUSER', 'strong', 'on', `>${PASSWORD}`, '~*', '&*', '+@all');
    await runRedisCommand(server.url, 'CONFIG', 'SET', 'requirepass', PASSWORD);
  });
  afterAll(async () => {
    await server?.dispose();
    await trio?.dispose();
  });

  const sentinelPort = () => new URL(trio.url.replace('redis-sentinel:', 'http:')).port;

  const at = (user: string, database = '') => `redis://${user}127.0.0.1:${port}${database}`;

  it.each<Mistake>([
    ['no server listens there', async () => `redis://:${PASSWORD}@127.0.0.1:${await freePort()}`, ...REFUSED],
    ['no cluster listens there', async () => `redis-cluster://:${PASSWORD}@127.0.0.1:${await freePort()}`, ...REFUSED],
    ['no sentinel listens there', async () => `redis-sentinel://127.0.0.1:${await freePort()}/prompts`, ...REFUSED],
    ['the host is unknown', () => 'redis://nowhere.invalid', ...UNKNOWN_HOST],
    ['the host of a cluster is unknown', () => 'redis-cluster://nowhere.invalid', ...UNKNOWN_HOST],
    ['the host of a sentinel is unknown', () => 'redis-sentinel://nowhere.invalid/prompts', ...UNKNOWN_HOST],
    ['the server does not respond', async () => `redis://127.0.0.1:${await startServer()}`, ...NO_RESPONSE],
    [
      'another kind of server listens there',
      async () => `redis://127.0.0.1:${await startServer('HTTP/1.1 400 Bad Request\r\n\r\n')}`,
      'does not speak the protocol of Redis',
      'correct host and port in storage.url',
    ],
    [
      'the server expects TLS',
      () => `redis://:${PASSWORD}@127.0.0.1:${tlsPort}`,
      'the server closed the connection',
      'rediss://',
    ],
    [
      'the server speaks no TLS',
      () => `rediss://:${PASSWORD}@127.0.0.1:${port}`,
      'does not speak TLS',
      'write redis://',
    ],
    [
      'the certificate is not trusted',
      () => `rediss://:${PASSWORD}@127.0.0.1:${tlsPort}`,
      'the certificate of the server is not trusted',
      'NODE_EXTRA_CA_CERTS',
    ],
    [
      'the certificate of a cluster is not trusted',
      () => `rediss-cluster://:${PASSWORD}@127.0.0.1:${tlsPort}`,
      'the certificate of the server is not trusted',
      'NODE_EXTRA_CA_CERTS',
    ],
    ['the password is wrong', () => at(':wrong@'), ...WRONG_PASSWORD],
    ['the user is unknown', () => at(`nobody:${PASSWORD}@`), ...WRONG_PASSWORD],
    ['the password is missing', () => at(''), ...NO_PASSWORD],
    ['the user lacks rights', () => at(`weak:${PASSWORD}@`), 'lacks a right', 'ACL SETUSER'],
    [
      'there is no such database',
      () => at(`strong:${PASSWORD}@`, '/9999'),
      'no database of this number',
      'at the end of storage.url',
    ],
    [
      'a single server is taken for a cluster',
      () => at(`strong:${PASSWORD}@`).replace('redis:', 'redis-cluster:'),
      'is not part of a cluster',
      'redis://',
    ],
    [
      'the master has another name',
      () => trio.url.replace(/\/prompts$/, '/other'),
      'do not know a master of this name',
      'sentinel monitor',
    ],
  ])('is explained when %s', async (_what, url, problem, cure) => {
    await expectExplained(await url(), problem, cure);
  });

  it.runIf(wantedStorages().includes('redis-cluster'))(
    'is explained when a cluster is taken for a server',
    async () => {
      const node = inject('redisClusterUrl').replace(/^redis-cluster:\/\/([^,]+).*/, 'redis://$1');
      // Of keys with different prefixes, the node serves about every third.
      for (let index = 0; ; index += 1) {
        const settings = { PROMPTHOLD_STORAGE_URL: `${node}?prefix=mistaken${index}` };
        const { code, stderr } = await runCommand(['storage', 'migrate'], { settings });
        if (code === 0 && index < 30) continue;
        expect(code).toBe(69);
        expect(stderr).toContain('the server is part of a cluster (MOVED ');
        expect(stderr).toContain('redis-cluster://');
        return;
      }
    },
  );

  it('is explained when a server is taken for a sentinel, and a sentinel for a server', async () => {
    const { port: masterPort } = trio.master.address;
    await expectExplained(`redis-sentinel://127.0.0.1:${masterPort}/prompts`, 'is not a sentinel', '26379');

    const settings = { PROMPTHOLD_STORAGE_URL: `redis://127.0.0.1:${sentinelPort()}` };
    const { code, stderr } = await runCommand(['storage', 'migrate'], { settings });
    expect(code).toBe(69);
    expect(stderr).toContain('redis-sentinel://');
  });

  it('is explained when the sentinels ask for a password, and not made with it', async () => {
    const protectedTrio = await startRedisSentinel(60_000);
    onTestFinished(() => protectedTrio.dispose());
    const { url, master } = protectedTrio;
    const sentinel = url.replace(/^redis-sentinel:\/\/([^/]+)\/.*/, 'redis://$1');
    const withPassword = url.replace('://', `://:${PASSWORD}@`);
    const migrate = (storageUrl: string) =>
      runCommand(['storage', 'migrate'], { settings: { PROMPTHOLD_STORAGE_URL: storageUrl } });
    await runRedisCommand(master.url, 'CONFIG', 'SET', 'requirepass', PASSWORD);
    // Sentinels that need no password accept one.
    expect(await migrate(withPassword)).toMatchObject({ code: 0, stderr: '' });

    await runRedisCommand(sentinel, 'ACL', 'SETUSER', 'default', 'resetpass', `>${PASSWORD}`);
    await expectExplained(url, 'the sentinels reject the password, or ask for one', 'redis-sentinel://:password@');
    expect(await migrate(withPassword)).toMatchObject({ code: 0, stderr: '' });
  });

  it('is a warning when the server does not need the password of the URL', async () => {
    const { host } = new URL(inject('redisUrl'));
    const { findings } = await runDoctor({
      folder: await createTestFolder(),
      settings: { PROMPTHOLD_STORAGE_URL: `redis://:${PASSWORD}@${host}` },
    });

    expect(findings).toContainEqual(expect.objectContaining({ check: 'password', severity: 'warning' }));
  });
});
