import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import { RedisDiagnosis } from '../../../src/adapters/outbound/redis/maintenance/redis-diagnosis.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { startRedis } from '../../support/servers/redis/redis-server.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { readImage } from './image.ts';

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()),
  profiles: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  mem_limit: z.string(),
  pids_limit: z.int(),
});
const compose = z.object({
  services: z.record(z.string(), service.partial({ environment: true })),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const readCompose = async () => compose.parse(parse(await readFile('compose.yaml', 'utf8'), { merge: true }));

describe('the image', () => {
  it('sets only known settings, and stores everything in its volume', async () => {
    const { environment, text } = await readImage();

    const { configuration, warnings } = loadConfiguration({ environment, readFile: () => '{}' });

    expect(warnings).toEqual([]);
    expect(configuration.http.host).toBe('0.0.0.0');
    expect(configuration.storage.location).toEqual({ kind: 'sqlite', file: '/data/prompthold.db' });
    expect(configuration.keyring.file).toBe('/data/keyring.json');
    expect(text).toMatch(/^VOLUME \/data$/m);
  });

  it('is built from files that .dockerignore allows', async () => {
    const { text: dockerfile } = await readImage();
    const allowed = (await readFile('.dockerignore', 'utf8')).split('\n').filter((line) => line.startsWith('!'));

    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );

    expect(copied.length).toBeGreaterThan(4);
    expect(copied.filter((file) => !allowed.includes(`!${file}`))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  it('gives each service only valid settings, and its own storage', async () => {
    const { services } = await readCompose();
    const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);
    const secrets = new Map([
      ['/run/secrets/postgres_url', 'postgres://prompthold:secret@postgres:5432/prompthold'],
      ['/run/secrets/redis_url', 'redis://:secret@redis:6379'],
    ]);

    const kinds = await Promise.all(
      ours.map(async ([name, { environment = {} }]) => {
        const { configuration, warnings } = loadConfiguration({
          environment: { ...(await readImage()).environment, ...environment },
          readFile: (file) => secrets.get(file) ?? '{}',
        });
        expect(warnings).toEqual([]);
        return [name, configuration.storage.location.kind];
      }),
    );

    expect(kinds).toEqual([
      ['prompthold', 'sqlite'],
      ['prompthold-postgres', 'postgres'],
      ['prompthold-redis', 'redis'],
    ]);
  });

  it('limits the memory and the processes of every container, and the heap of each service to less', async () => {
    const { services } = await readCompose();

    for (const { mem_limit, pids_limit, build, environment } of Object.values(services)) {
      expect(mem_limit).toMatch(/^[12]g$/);
      expect(pids_limit).toBeLessThanOrEqual(200);
      if (build !== undefined) expect(environment?.['NODE_OPTIONS']).toBe('--max-old-space-size=512');
    }
  });

  it('starts only SQLite unless another profile is selected', async () => {
    const { services } = await readCompose();

    const always = Object.entries(services).filter(([, { profiles }]) => profiles.length === 0);

    expect(always.map(([name]) => name)).toEqual(['prompthold']);
  });

  it('refers only to volumes, secrets and services that it defines', async () => {
    const { services, volumes, secrets } = await readCompose();

    for (const { volumes: mounted, secrets: used, depends_on: needed } of Object.values(services)) {
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(mounted.map((mount) => mount.split(':')[0])));
      expect(Object.keys(secrets)).toEqual(expect.arrayContaining(used));
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(needed)));
    }
  });
});

describe.runIf(wantedStorages().includes('redis'))('the Redis of compose.yaml', () => {
  it('passes the checks of doctor', async () => {
    const { services } = await readCompose();
    const [program, , ...args] = services['redis']?.command ?? [];
    expect(program).toBe('redis-server');
    // Applied after the opposite of the settings with which tests start every Redis.
    const careless = ['--appendonly', 'no', '--appendfsync', 'no', '--maxmemory-policy', 'allkeys-lru'];
    const server = await startRedis({ args: [...careless, ...args] });
    try {
      const location = parseStorageUrl(server.url);
      invariant(location.kind === 'redis', 'a single Redis is started');
      const { findings } = await new RedisDiagnosis({ location, prefix: 'ph', minReplicas: 0 }).examine();

      expect(findings.map(({ severity }) => severity)).toEqual(['ok']);
    } finally {
      await server.dispose();
    }
  });
});
