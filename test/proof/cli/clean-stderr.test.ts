import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startPgBouncer, viaPgBouncer } from '../../support/servers/postgres/pgbouncer-server.ts';
import { createDatabase, dropDatabase } from '../../support/servers/postgres/postgres-database.ts';
import { type SentinelTrio, startRedisSentinel } from '../../support/servers/redis/redis-sentinel.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { type Certificates, createCertificates } from '../../support/servers/tls/certificates.ts';
import { startPostgresWithTls, startRedisWithTls } from '../../support/servers/tls/tls-servers.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder, startTestService } from '../../support/service/test-resources.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Settings = Readonly<Record<string, string>>;

/** The lines that are neither part of the banner nor the ready line. */
const otherLines = (messages: string): string[] =>
  messages.split('\n').filter((line) => !/^(Prompthold \S+| {2}\S.*|ready in \d+ ms|)$/.test(line));

/** The commands of docs/tls.md, with real servers. A library that prints anything would be seen here. */
describe('stderr', () => {
  let certificates: Certificates;
  let postgres: TestServer;
  let redis: TestServer;
  let trio: SentinelTrio;
  let pooler: TestServer;
  let database: string;
  /** With one keyring for all, because some of the topologies lead to the same storage. */
  let folder: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    await runCommand(['keyring', 'init'], { folder });
    certificates = await createCertificates();
    [postgres, redis, trio, pooler, database] = await Promise.all([
      startPostgresWithTls(certificates),
      startRedisWithTls(certificates),
      startRedisSentinel(60_000),
      startPgBouncer(inject('postgresUrl')),
      createDatabase(inject('postgresUrl')),
    ]);
  });
  afterAll(async () => {
    await Promise.all([postgres, redis, trio, pooler].map((server) => server?.dispose()));
    await dropDatabase(database);
    await certificates?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const trusting = (): Settings => ({ NODE_EXTRA_CA_CERTS: certificates.authority });
  const topologies: readonly (readonly [name: string, settings: () => Settings])[] = [
    ['SQLite', () => ({})],
    ['Postgres', () => ({ PROMPTHOLD_STORAGE_URL: database })],
    [
      'PgBouncer',
      () => ({
        PROMPTHOLD_STORAGE_URL: viaPgBouncer(pooler, database),
        PROMPTHOLD_STORAGE_POSTGRES_POOLED: 'true',
      }),
    ],
    ...['require', 'verify-full'].map(
      (mode) =>
        [
          `Postgres with sslmode=${mode}`,
          () => ({ PROMPTHOLD_STORAGE_URL: `${postgres.url}?sslmode=${mode}&sslrootcert=${certificates.authority}` }),
        ] as const,
    ),
    ['Redis', () => ({ PROMPTHOLD_STORAGE_URL: redis.url })],
    ['Redis with a password that it does not need', () => ({ PROMPTHOLD_STORAGE_URL: withPassword(redis.url) })],
    [
      'Redis with TLS',
      () => ({ PROMPTHOLD_STORAGE_URL: `rediss://127.0.0.1:${redis.address.peerPort}`, ...trusting() }),
    ],
    ['Redis Sentinel', () => ({ PROMPTHOLD_STORAGE_URL: trio.url })],
    ['Redis Cluster', () => ({ PROMPTHOLD_STORAGE_URL: `${inject('redisClusterUrl')}?prefix=stderr` })],
  ];
  const withPassword = (url: string): string => url.replace('redis://', 'redis://:needless@');

  describe.runIf(wantedStorages().length > 3).each(topologies)('of a service on %s', (_, settings) => {
    it('has the banner and nothing else', async () => {
      const service = await startTestService({ folder, settings: settings() });
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      expect(await service.stop()).toBe(0);

      expect(service.messages).toMatch(/^ready in/m);
      expect(otherLines(service.messages)).toEqual([]);
    });
  });

  it.each([
    ['Postgres', 'postgres://127.0.0.1:1/x'],
    ['Redis', 'redis://127.0.0.1:1'],
    ['Redis Cluster', 'redis-cluster://127.0.0.1:1'],
    ['Redis Sentinel', 'redis-sentinel://127.0.0.1:1/prompts'],
  ])('of a command has one line if %s refuses the connection', async (_, url) => {
    const settings = { PROMPTHOLD_STORAGE_URL: url };
    const { code, stderr } = await runCli(['storage', 'migrate'], { folder: await createTestFolder(), settings });

    expect(code).toBe(69);
    expect(stderr).toMatch(/^\w+ cannot be used: the connection was refused \(.*\)\. Check that [^\n]+\n$/);
  });

  it('of a service shows no warnings: they are in the log, at level debug', async () => {
    const emitWarning = 'process.on("SIGUSR2",()=>process.emitWarning("old",{code:"DEP9999"}))';
    const service = await startTestService({
      settings: {
        PROMPTHOLD_LOG_LEVEL: 'debug',
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(emitWarning)}`,
      },
    });

    service.signal('SIGUSR2');

    await expect.poll(() => service.log).toContain('"code":"DEP9999"');
    expect(otherLines(service.messages)).toEqual([]);
  });
});
