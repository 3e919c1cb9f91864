import { describe, expect, it, onTestFinished } from 'vitest';
import { Client, expectStatus, versionIn } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { clockShiftedBy } from '../../support/clock/shifted-clock.ts';
import { Installation } from '../../support/service/installation.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Differences between the clock of an instance and the right time. */
const OFF_MS_MAX = 2000;

/** SQLite has no clock but the one of the machine. */
const storagesWithClock = realStorages.filter(({ name }) => name !== 'sqlite');

/** One account at an instance whose clock is right, and at one whose clock is off. */
async function startTwo(fresh: () => Promise<FreshStorage>, offMs: number) {
  const storage = await fresh();
  onTestFinished(() => storage.dispose());
  const installation = await Installation.on(storage.url);
  onTestFinished(() => installation.dispose());
  const [right, wrong] = [await installation.serve(), await installation.serve(clockShiftedBy(offMs))];
  const { token } = await installation.openAccount('correct horse battery');
  return { right: new Client(new Api(right.url), token), wrong: new Client(new Api(wrong.url), token) };
}

const readAt = async (client: Client, at: Date): Promise<number> => {
  const path = `/prompts/greeting?label=production&at=${encodeURIComponent(at.toISOString())}`;
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
  describe.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('%s', (_which, offMs) => {
    it('moves labels at the time of the storage, so that reads as of now and of the past are right at once', async () => {
      const { right, wrong } = await startTwo(fresh, offMs);
      await right.createPrompt({ name: 'greeting', content: 'One.', labels: ['production'] });
      await wrong.publish('greeting', { content: 'Two.' });

      const before = new Date(await right.get('/prompts/greeting/labels/production/history').then(firstMovedAt));
      const movedAt = await expectDated(() => wrong.moveLabel('greeting', 'production', 2));

      for (const reader of [right, wrong]) {
        expect(await readAt(reader, new Date(Date.now() + OFF_MS_MAX))).toBe(2);
        expect(await readAt(reader, new Date(movedAt))).toBe(2);
        expect(await readAt(reader, before)).toBe(1);
        expect(await readAt(reader, new Date(new Date(movedAt).getTime() - 1))).toBe(1);
      }
      await expectDated(() => right.moveLabel('greeting', 'production', 1));
      expect(await readAt(wrong, new Date(movedAt))).toBe(2);
    });

    it('records creations and publications at the time of the storage', async () => {
      const { wrong } = await startTwo(fresh, offMs);
      await expectDated(() => wrong.post('/prompts', { name: 'dated', content: 'One.' }).then(publishedAt));
      await expectDated(() => wrong.post('/prompts/dated/versions', { content: 'Two.' }).then(publishedAt));
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
