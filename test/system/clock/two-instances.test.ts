import { beforeAll, describe, expect, it } from 'vitest';
import { aName, Client, expectStatus, versionIn } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { clockShiftedBy } from '../../support/clock/shifted-clock.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { distinctStorages } from '../../support/storage/distinct-storages.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Differences between the clock of an instance and the right time. */
const OFF_MS_MAX = 2000;

/** SQLite has no clock but the one of the machine. */
const storagesWithClock = distinctStorages.filter(({ name }) => name !== 'sqlite');

const readAt = async (client: Client, name: string, at: Date): Promise<number> => {
  const path = `/prompts/${name}?label=production&at=${encodeURIComponent(at.toISOString())}`;
  return versionIn(expectStatus(200, await client.get(path)));
};

/** Expects the time that the write returned to lie between its request and its response. */
async function expectDated(write: () => Promise<string>): Promise<string> {
  const sentMs = Date.now();
  const time = await write();
  expect(new Date(time).getTime()).toBeGreaterThan(sentMs - OFF_MS_MAX);
  expect(new Date(time).getTime()).toBeLessThan(Date.now() + OFF_MS_MAX);
  return time;
}

describe.each(storagesWithClock)('on $name, an instance whose clock is an hour', ({ fresh }) => {
  const installation = provideInstallation(fresh);
  /** One account at an instance whose clock is right, and at two whose clocks are off. */
  let clients: Readonly<Record<'right' | 'ahead' | 'behind', Client>>;

  beforeAll(async () => {
    const { token } = await installation().openAccount();
    const serve = async (settings = {}) => new Client(new Api((await installation().serve(settings)).url), token);
    // One after the other: each compares its clock with the storage's when it starts, which must not take long.
    clients = {
      right: await serve(),
      ahead: await serve(clockShiftedBy(HOUR_MS)),
      behind: await serve(clockShiftedBy(-HOUR_MS)),
    };
  });

  describe.each(['ahead', 'behind'] as const)('%s', (which) => {
    it('moves labels at the time of the storage, so that reads as of now and of the past are right at once', async () => {
      const { right, [which]: wrong } = clients;
      const { name } = await right.createPrompt({ content: 'One.', labels: ['production'] });
      await wrong.publish(name, { content: 'Two.' });

      const before = new Date(await right.get(`/prompts/${name}/labels/production/history`).then(firstMovedAt));
      const movedAt = await expectDated(() => wrong.moveLabel(name, 'production', 2));

      for (const reader of [right, wrong]) {
        expect(await readAt(reader, name, new Date(Date.now() + OFF_MS_MAX))).toBe(2);
        expect(await readAt(reader, name, new Date(movedAt))).toBe(2);
        expect(await readAt(reader, name, before)).toBe(1);
        expect(await readAt(reader, name, new Date(new Date(movedAt).getTime() - 1))).toBe(1);
      }
      await expectDated(() => right.moveLabel(name, 'production', 1));
      expect(await readAt(wrong, name, new Date(movedAt))).toBe(2);
    });

    it('records creations and publications at the time of the storage', async () => {
      const { [which]: wrong } = clients;
      const name = aName();

      await expectDated(() => wrong.post('/prompts', { name, content: 'One.' }).then(publishedAt));
      await expectDated(() => wrong.post(`/prompts/${name}/versions`, { content: 'Two.' }).then(publishedAt));
    });
  });
});

const firstMovedAt = (response: Awaited<ReturnType<Client['get']>>): string => {
  const { data } = expectStatus(200, response).body as { readonly data: readonly { readonly movedAt: string }[] };
  const [move] = data;
  if (!move) throw new Error('the label has no history');
  return move.movedAt;
};

const publishedAt = (response: Awaited<ReturnType<Client['get']>>): string => {
  const { data } = expectStatus(201, response).body as { readonly data: { readonly publishedAt: string } };
  return data.publishedAt;
};
