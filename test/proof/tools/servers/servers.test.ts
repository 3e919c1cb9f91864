import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ControlledServer, TestServer } from '../../../support/servers/test-server.ts';
import { STORAGES, wantedStorages } from '../../../support/servers/wanted-storages.ts';
import { chooseFirst } from './choose-ports.ts';
import { postgresSuite } from './postgres.suite.ts';
import { processesIn } from './processes-in.ts';
import { redisClusterSuite } from './redis-cluster.suite.ts';
import { wantedKinds } from './server-kinds.ts';

describe.each(wantedKinds)('$storage', ({ provided, note, start }) => {
  let server: ControlledServer;
  let nodes: readonly TestServer[];

  beforeAll(async () => {
    ({ server, nodes } = await start());
  });
  afterAll(() => server.dispose());

  it('is shared by all tests at the provided URL', async () => {
    await expect(note.read(inject(provided))).resolves.toBeUndefined();
  });

  it('stops responding when stopped, and has its data when started again', async () => {
    await note.leave(server.url, 'before the stop');

    await server.stop();
    await expect(note.read(server.url)).rejects.toThrow();

    await server.start();
    expect(await note.read(server.url)).toBe('before the stop');
  });

  it('keeps an acknowledged write through kill -9', async () => {
    await note.leave(server.url, 'before the kill');

    await server.kill();
    await expect(note.read(server.url)).rejects.toThrow();

    await server.start();
    expect(await note.read(server.url)).toBe('before the kill');
  });

  it('starts again after kill -9 while it was paused', async () => {
    await note.leave(server.url, 'before the pause');

    server.pause();
    await server.kill();

    await server.start();
    expect(await note.read(server.url)).toBe('before the pause');
  });

  it('stops while it is paused', async () => {
    server.pause();

    await server.stop();

    await server.start();
  });

  it('does not respond while it is paused, and does again when resumed', async () => {
    await note.leave(server.url, 'before the pause');

    server.pause();
    await expect(note.read(server.url, 200)).rejects.toThrow();

    server.resume();
    expect(await note.read(server.url)).toBe('before the pause');
  });

  it('refuses to start twice', async () => {
    await expect(nodes[0]?.start()).rejects.toThrow('already running');
  });

  it('picks another port when its own is taken in the meantime, even by a server of the same kind', async () => {
    await note.leave(server.url, 'the first one');
    const other = await start(chooseFirst(nodes[0]?.address.port));

    try {
      await note.leave(other.server.url, 'the other one');
      expect(await note.read(server.url)).toBe('the first one');
      expect(await note.read(other.server.url)).toBe('the other one');
    } finally {
      await other.server.dispose();
    }
  });

  it('runs beside a second one that starts at the same time', async () => {
    const pair = await Promise.all([start(), start()]);

    try {
      await Promise.all(pair.map((one, index) => note.leave(one.server.url, `note ${index}`)));
      expect(await Promise.all(pair.map((one) => note.read(one.server.url)))).toEqual(['note 0', 'note 1']);
    } finally {
      await Promise.all(pair.map((one) => one.server.dispose()));
    }
  });

  it('leaves no process and no folder when disposed', async () => {
    const other = await start();
    const folders = other.nodes.map(({ folder }) => folder);
    expect(await Promise.all(folders.map(processesIn))).not.toContainEqual([]);

    await other.server.dispose();

    expect(await Promise.all(folders.map(processesIn))).toEqual(folders.map(() => []));
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  });
});

if (wantedStorages().includes('postgres')) describe('postgres in particular', postgresSuite);
if (wantedStorages().includes('redis-cluster')) describe('redis-cluster in particular', redisClusterSuite);

describe('wantedStorages', () => {
  it('returns all storages unless STORAGE narrows the run', () => {
    expect(wantedStorages({})).toEqual(STORAGES);
    expect(wantedStorages({ STORAGE: 'sqlite, redis' })).toEqual(['sqlite', 'redis']);
  });

  it('fails for an unknown name', () => {
    expect(() => wantedStorages({ STORAGE: 'sqlite,mysql' })).toThrow('STORAGE names an unknown backend: mysql');
  });
});
