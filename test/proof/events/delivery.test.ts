import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { proofSize } from '../../support/proof-size.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { EventReader } from '../../support/service/event-reader.ts';
import { repeatUntilStopped } from '../../support/service/repeat-until-stopped.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { distinctStorages } from '../../support/storage/distinct-storages.ts';
import { WritingAccount } from './writing-account.ts';

const MOVES = proofSize({ usual: 300, full: 1000 });
/** Guaranteed by docs/events.md. */
const DELIVERED_MS = 2000;
const RESETS = proofSize({ usual: 300, full: 1000 });
/** As many as one instance looks at per tick without delay, and more. */
const RESETTING_ACCOUNTS = 50;
const CLIENTS = 10;
const LONG_ENOUGH_MS = 60_000;

const revisionOf = (id: string): number => Number(id.split('-', 1)[0]);

describe.each(distinctStorages)('two instances on $name', ({ fresh }) => {
  const installation = provideInstallation(fresh);
  let services: readonly [ServiceProcess, ServiceProcess];
  beforeAll(async () => {
    services = [await installation().serve(), await installation().serve()];
  });

  const anAuthor = async () => WritingAccount.prepare(await installation().openAccount(), services[0]);

  /** Resolves once the stream has begun. */
  async function openStream({ url }: ServiceProcess, key: string, lastId?: string): Promise<EventReader> {
    const headers = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
    const stream = await EventReader.withKey(url, key, '/api/events', headers);
    onTestFinished(() => stream.close());
    await stream.waitFor(1);
    return stream;
  }

  const idsIn = (...streams: readonly EventReader[]): readonly string[] =>
    streams.flatMap(({ changes }) => changes.map(({ id = '' }) => id));

  it(
    `deliver each of ${MOVES} label moves to the streams of both, exactly once, within ${DELIVERED_MS} ms`,
    async ({ annotate }) => {
      const author = await anAuthor();
      const streams = await Promise.all(services.map((service) => openStream(service, author.key)));
      const start = streams[0]?.lastId ?? '';

      for (let count = 0; count < MOVES; count += 1) await author.move(services[0]);
      const haveAll = () => streams.every(({ changes }) => changes.length >= MOVES);
      await waitUntil(haveAll, { what: 'every stream has every move' });

      const stored = await author.readIdsAfter(services[0], start);
      expect(stored).toHaveLength(MOVES);
      for (const stream of streams) expect(idsIn(stream)).toEqual(stored);
      // The first event of every stream is its hello.
      const delays = streams.flatMap(({ arrivedAt }) =>
        arrivedAt.slice(1).map((at, index) => at - (author.movedAt[index] ?? Number.NaN)),
      );
      const slowest = Math.max(...delays);
      await annotate(`the slowest of ${delays.length} deliveries took ${Math.round(slowest)} ms`);
      expect(slowest).toBeLessThanOrEqual(DELIVERED_MS);
    },
    10 * LONG_ENOUGH_MS,
  );

  it(
    'deliver everything exactly once to clients that continue on the other one after a kill',
    async () => {
      const author = await anAuthor();
      const killed = await installation().serve();
      const [other] = services;
      const firsts = await Promise.all(Array.from({ length: CLIENTS }, () => openStream(killed, author.key)));
      const start = firsts[0]?.lastId ?? '';

      const stopMoving = repeatUntilStopped(() => author.move(other));
      const haveSome = () => firsts.every(({ changes }) => changes.length > 0);
      await waitUntil(haveSome, { what: 'every stream has a move' });
      killed.signal('SIGKILL');
      await Promise.all(firsts.map((stream) => stream.waitForEnd()));
      const seconds = await Promise.all(firsts.map(({ lastId }) => openStream(other, author.key, lastId)));
      const continued = () => seconds.every(({ changes }) => changes.length > 0);
      await waitUntil(continued, { what: 'every stream has continued' });
      await stopMoving();

      const stored = await author.readIdsAfter(other, start);
      const idsOf = () => seconds.map((second, index) => idsIn(...firsts.slice(index, index + 1), second));
      const haveAll = () => idsOf().every((ids) => ids.length >= stored.length);
      await waitUntil(haveAll, { what: 'every client has every move' });
      for (const ids of idsOf()) expect(ids).toEqual(stored);
    },
    5 * LONG_ENOUGH_MS,
  );

  it(
    `deliver nothing more to streams of a key after its reset is acknowledged, in ${RESETS} tries`,
    async ({ annotate }) => {
      const rounds = RESETS / RESETTING_ACCOUNTS;
      const authors = [];
      for (let count = 0; count < RESETTING_ACCOUNTS; count += 1) authors.push(await anAuthor());
      const swapped = [services[1], services[0]] as const;
      const late: string[] = [];
      let tries = 0;

      const resetOften = async (author: WritingAccount, place: number): Promise<void> => {
        for (let round = 0; round < rounds; round += 1) {
          const [here, there] = (place + round) % 2 === 0 ? services : swapped;
          const streams = await Promise.all(services.map((service) => openStream(service, author.key)));
          const start = streams[0]?.lastId ?? '';
          // Not received yet, so that both instances are delivering it while the key is reset.
          await author.move(there);
          const [last = ''] = (await author.readIdsAfter(here, start)).slice(-1);
          await author.reset(here);
          await author.move(here);
          await author.move(there);
          await Promise.all(streams.map((stream) => stream.waitForEnd()));
          late.push(...idsIn(...streams).filter((id) => revisionOf(id) > revisionOf(last)));
          tries += 1;
        }
      };
      await Promise.all(authors.map(resetOften));

      await annotate(`${tries} resets, two streams each`);
      expect(tries).toBe(RESETS);
      expect(late).toEqual([]);
    },
    20 * LONG_ENOUGH_MS,
  );
});
