import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { startPgBouncer, viaPgBouncer } from '../../support/servers/postgres/pgbouncer-server.ts';
import { executeSql } from '../../support/servers/postgres/postgres-database.ts';
import { runRedisCommand } from '../../support/servers/redis/redis-command.ts';
import { type SentinelTrio, startRedisSentinel } from '../../support/servers/redis/redis-sentinel.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { type Certificates, createCertificates } from '../../support/servers/tls/certificates.ts';
import { startPostgresWithTls, startRedisWithTls } from '../../support/servers/tls/tls-servers.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
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
  const [command, { errors }] = await Promise.all([
    runCommand(['storage', 'migrate'], { settings }),
    runDoctor({ folder, settings }),
  ]);

  expect(command).toMatchObject({ code: 69, stdout: '' });
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
async function startServer(text?: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', () => text !== undefined && socket.end(text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A port that nothing listens at. */
async function findClosedPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

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

  it('is explained when nothing listens there', async () => {
    const url = `postgres://app:${PASSWORD}@127.0.0.1:${await findClosedPort()}/x`;
    await expectExplained(url, 'the connection was refused', 'is running and listens there');
  });

  it('is explained when the host is unknown', async () => {
    await expectExplained(
      `postgres://app:${PASSWORD}@nowhere.invalid/x`,
      'the host',
      'correct the host in storage.url',
    );
  });

  it('is explained when the server does not respond', async () => {
    const url = `postgres://app:${PASSWORD}@127.0.0.1:${await startServer()}/x`;
    await expectExplained(url, 'the server did not respond in time', 'firewall');
  });

  it('is explained when another kind of server listens there', async () => {
    const url = `postgres://app:${PASSWORD}@127.0.0.1:${await startServer('-ERR unknown command\r\n')}/x`;
    await expectExplained(url, 'the server closed the connection', 'listens at this host and port');
  });

  it('is explained when the server accepts only TLS', async () => {
    await expectExplained(urlOf(`app:${PASSWORD}`), 'accepts only connections with TLS', 'sslmode=verify-full');
  });

  it('is explained when the server speaks no TLS', async () => {
    await expectExplained(
      `${inject('postgresUrl')}?sslmode=require`,
      'does not speak TLS',
      'remove its ssl parameters',
    );
  });

  it('is explained when the certificate is not trusted', async () => {
    const url = urlOf(`app:${PASSWORD}`, '?sslmode=verify-full');
    await expectExplained(url, 'the certificate of the server is not trusted', 'sslrootcert=FILE');
  });

  it('is explained when the certificate is for another host name', async () => {
    const url = `postgres://app:${PASSWORD}@localhost:${port}/postgres${trusted()}`;
    await expectExplained(url, 'the certificate of the server is for another host name', 'as its certificate does');
  });

  it('is explained when the password is wrong or missing', async () => {
    await expectExplained(
      urlOf('plain:wrong'),
      'the user name or the password is wrong',
      'correct them in storage.url',
    );
    await expectExplained(urlOf('plain'), 'the server asks for a password', 'write it in storage.url');
  });

  it('is explained when the user may not connect', async () => {
    await expectExplained(urlOf(`nobody:${PASSWORD}`, trusted()), 'does not let this user connect', 'pg_hba.conf');
  });

  it('is explained when the database does not exist', async () => {
    const url = urlOf(`plain:${PASSWORD}`, '', 'nowhere');
    await expectExplained(url, 'the database does not exist', 'correct the database in storage.url');
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

  it.each(['redis', 'redis-cluster'])('is explained when nothing listens there: %s', async (scheme) => {
    const url = `${scheme}://:${PASSWORD}@127.0.0.1:${await findClosedPort()}`;
    await expectExplained(url, 'the connection was refused', 'is running and listens there');
  });

  it('is explained when nothing listens at the address of the sentinels', async () => {
    const url = `redis-sentinel://127.0.0.1:${await findClosedPort()}/prompts`;
    await expectExplained(url, 'the connection was refused', 'is running and listens there');
  });

  it.each(['redis://nowhere.invalid', 'redis-cluster://nowhere.invalid', 'redis-sentinel://nowhere.invalid/prompts'])(
    'is explained when the host is unknown: %s',
    async (url) => {
      await expectExplained(url, 'the host', 'correct the host in storage.url');
    },
  );

  it('is explained when the server does not respond', async () => {
    const url = `redis://127.0.0.1:${await startServer()}`;
    await expectExplained(url, 'the server did not respond in time', 'firewall');
  });

  it('is explained when another kind of server listens there', async () => {
    const url = `redis://127.0.0.1:${await startServer('HTTP/1.1 400 Bad Request\r\n\r\n')}`;
    await expectExplained(url, 'does not speak the protocol of Redis', 'correct host and port in storage.url');
  });

  it('is explained when the server expects TLS', async () => {
    await expectExplained(`redis://:${PASSWORD}@127.0.0.1:${tlsPort}`, 'the server closed the connection', 'rediss://');
  });

  it('is explained when the server speaks no TLS', async () => {
    await expectExplained(`rediss://:${PASSWORD}@127.0.0.1:${port}`, 'does not speak TLS', 'write redis://');
  });

  it.each(['rediss', 'rediss-cluster'])('is explained when the certificate is not trusted: %s', async (scheme) => {
    const url = `${scheme}://:${PASSWORD}@127.0.0.1:${tlsPort}`;
    await expectExplained(url, 'the certificate of the server is not trusted', 'NODE_EXTRA_CA_CERTS');
  });

  it('is explained when the password is wrong or missing', async () => {
    const wrong = 'the user name or the password is wrong';
    await expectExplained(`redis://:wrong@127.0.0.1:${port}`, wrong, 'correct them in storage.url');
    await expectExplained(`redis://nobody:${PASSWORD}@127.0.0.1:${port}`, wrong, 'correct them in storage.url');
    await expectExplained(`redis://127.0.0.1:${port}`, 'the server asks for a password', 'write it in storage.url');
  });

  it('is explained when the user lacks rights', async () => {
    await expectExplained(`redis://weak:${PASSWORD}@127.0.0.1:${port}`, 'lacks a right', 'ACL SETUSER');
  });

  it('is explained when there is no such database', async () => {
    const url = `redis://strong:${PASSWORD}@127.0.0.1:${port}/9999`;
    await expectExplained(url, 'no database of this number', 'at the end of storage.url');
  });

  it('is explained when a single server is taken for a cluster', async () => {
    const url = `redis-cluster://strong:${PASSWORD}@127.0.0.1:${port}`;
    await expectExplained(url, 'is not part of a cluster', 'redis://');
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

  it('is explained when the master has another name', async () => {
    const url = trio.url.replace(/\/prompts$/, '/other');
    await expectExplained(url, 'do not know a master of this name', 'sentinel monitor');
  });

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
