import { beforeEach, describe, expect, it } from 'vitest';
import { ListCallers } from '../../../../src/application/usage/list-callers.ts';
import { ReadArrival } from '../../../../src/application/usage/read-arrival.ts';
import type { Account } from '../../../../src/domain/accounts/account.ts';
import type { CallerCollection } from '../../../../src/domain/usage/caller-address.ts';
import { DAY_MS } from '../../../../src/domain/usage/usage.ts';
import { anOrder, aPrompt, mustRevise, PRODUCTION, toName } from '../../../support/builders/a-prompt.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import { aBatch, aCaller, aLabelRead, aPromptId } from '../../../support/builders/some-usage.ts';
import { inMemoryPorts } from '../../../support/in-memory/in-memory-ports.ts';

const NOW = new Date();
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const clock = { now: () => NOW };

describe('the callers of an account', () => {
  let ports: ReturnType<typeof inMemoryPorts>;
  let account: Account;

  beforeEach(async () => {
    ports = inMemoryPorts();
    account = anAccount();
    await ports.accounts.add(account);
  });

  const listing = (collection: CallerCollection = 'full') =>
    new ListCallers(ports.usage, ports.prompts.catalog, clock, { retentionDays: 90, collection });
  const apply = (...callers: readonly ReturnType<typeof aCaller>[]) =>
    ports.usage.apply(aBatch(account.id, { callers }));
  const names = async (list: ListCallers, since?: Date) =>
    (await list.execute(account.id, since)).callers.map(({ name }) => name);

  it('are listed last seen first, and by when they were seen', async () => {
    await apply(...[30, 10, 20].map((minutes) => aCaller(minutesAgo(minutes), { name: `app-${minutes}` })));

    expect(await names(listing())).toEqual(['app-10', 'app-20', 'app-30']);
    expect(await names(listing(), minutesAgo(20))).toEqual(['app-10', 'app-20']);
    expect(await names(listing(), NOW)).toEqual([]);
  });

  it('are hidden after the retention', async () => {
    await apply(aCaller(daysAgo(90), { name: 'recent' }), aCaller(daysAgo(91), { name: 'old' }));

    expect(await names(listing())).toEqual(['recent']);
    expect(await names(listing(), daysAgo(400))).toEqual(['recent']);
  });

  it('are hidden if they would not be stored any more', async () => {
    await apply(aCaller(NOW, { name: 'full' }), aCaller(minutesAgo(1), { name: 'masked', address: '10.0.0.0/24' }));

    expect(await names(listing('full'))).toEqual(['full']);
    expect(await names(listing('masked'))).toEqual(['masked']);
    expect(await listing('off').execute(account.id)).toEqual({
      callers: [],
      promptNames: new Map(),
      collection: 'off',
    });
  });

  it('have the names of the prompts that still exist, archived ones included, newest label reads first', async () => {
    const prompt = await aPrompt(ports, account.id, { metadata: { name: toName('support/reply'), archived: true } });
    const deleted = aPromptId();
    await apply(
      aCaller(NOW, {
        labels: [
          aLabelRead(minutesAgo(2), { promptId: deleted }),
          aLabelRead(minutesAgo(3), { promptId: undefined, version: undefined }),
          aLabelRead(minutesAgo(1), { promptId: prompt.id }),
        ],
      }),
    );

    const { callers, promptNames } = await listing().execute(account.id);

    expect(callers[0]?.labels.map(({ promptId }) => promptId)).toEqual([prompt.id, deleted, undefined]);
    expect(promptNames).toEqual(new Map([[prompt.id, 'support/reply']]));
  });

  describe('and the arrival of a version', () => {
    const arrival = (name: string, label = PRODUCTION) =>
      new ReadArrival(ports.prompts.reader, listing(), clock).execute(
        account.id,
        { by: 'name', name: toName(name) },
        label,
      );

    it('follow the last move of the label', async () => {
      const prompt = await aPrompt(ports, account.id, {
        metadata: { name: toName('support/reply') },
        labels: [anOrder(PRODUCTION, 'published')],
      });
      const served = aLabelRead(minutesAgo(1), { promptId: prompt.id, label: PRODUCTION, version: 1 });
      await apply(aCaller(NOW, { labels: [served] }));
      const [first] = await ports.prompts.reader.listMoves(account.id, prompt.id, PRODUCTION, { limit: 1 });
      expect(await arrival('support/reply')).toMatchObject({
        kind: 'read',
        version: 1,
        movedAt: first?.movedAt,
        arrivals: { current: [{ version: 1, servedAt: minutesAgo(1) }], stale: [], unclear: [] },
      });

      await mustRevise(ports, prompt, { labels: [anOrder(PRODUCTION, null)] });

      expect(await arrival('support/reply')).toMatchObject({ kind: 'label-not-found' });
      expect(await arrival('support/other')).toEqual({ kind: 'not-found' });
    });
  });
});
