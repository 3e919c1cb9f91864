import { beforeEach, describe, expect, it } from 'vitest';
import { CALLED_PROMPTS_MAX, CountPromptCalls } from '../../../../src/application/usage/count-prompt-calls.ts';
import { ListRefusedCalls } from '../../../../src/application/usage/list-refused-calls.ts';
import { ReadPromptUsage } from '../../../../src/application/usage/read-prompt-usage.ts';
import type { Account } from '../../../../src/domain/accounts/account.ts';
import type { CallerCollection } from '../../../../src/domain/usage/caller-address.ts';
import { DAY_MS, hourOf } from '../../../../src/domain/usage/usage.ts';
import { aPrompt, toName } from '../../../support/builders/a-prompt.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import { aBatch, aPromptCallCount, aPromptId, aReadCount, aRefusedCall } from '../../../support/builders/some-usage.ts';
import { inMemoryPorts } from '../../../support/in-memory/in-memory-ports.ts';

const NOW = new Date();
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const clock = { now: () => NOW };

let ports: ReturnType<typeof inMemoryPorts>;
let account: Account;

beforeEach(async () => {
  ports = inMemoryPorts();
  account = anAccount();
  await ports.accounts.add(account);
});

describe('the refused calls of an account', () => {
  const list = (collection: CallerCollection = 'full') =>
    new ListRefusedCalls(ports.usage, ports.prompts.catalog, clock, { retentionDays: 90, collection }).execute(
      account.id,
    );
  const apply = (...refusedCalls: readonly ReturnType<typeof aRefusedCall>[]) =>
    ports.usage.apply(aBatch(account.id, { refusedCalls }));

  it('are listed newest first, and hidden after the retention', async () => {
    const calls = [0, 1, 90].map((days) => aRefusedCall(daysAgo(days)));
    await apply(aRefusedCall(daysAgo(91)), ...calls.toReversed());

    expect((await list()).calls).toEqual(calls);
  });

  it('have the names of prompts that exist', async () => {
    const prompt = await aPrompt(ports, account.id, { metadata: { name: toName('support/reply') } });
    const gone = aPromptId();
    await apply(...[prompt.id, gone, prompt.id, undefined].map((promptId) => aRefusedCall(NOW, { promptId })));

    expect((await list()).promptNames).toEqual(new Map([[prompt.id, 'support/reply']]));
  });

  it.each<[CallerCollection, string | undefined, string | undefined]>([
    ['full', 'ci-runner', '10.0.0.7'],
    ['masked', 'ci-runner', undefined],
    ['off', undefined, undefined],
  ])('show of their caller what `usage.callers: %s` allows', async (collection, client, address) => {
    await apply(aRefusedCall(NOW));

    expect((await list(collection)).calls).toMatchObject([{ client, address }]);
  });
});

describe('the usage of a prompt', () => {
  const read = (name: string, retentionDays = 90) =>
    new ReadPromptUsage(ports.prompts.reader, ports.usage, clock, retentionDays).execute(account.id, {
      by: 'name',
      name: toName(name),
    });

  it('covers the last 7 days, or the retention if that is shorter', async () => {
    const prompt = await aPrompt(ports, account.id, { metadata: { name: toName('reply') } });
    const promptId = prompt.id;
    await ports.usage.apply(
      aBatch(account.id, {
        reads: [0, 3, 7, 8].map((days) => aReadCount(daysAgo(days), { promptId })),
        promptCalls: [0, 3, 7, 8].map((days) => aPromptCallCount(daysAgo(days), { promptId, failed: 1 })),
      }),
    );

    const from = new Date(hourOf(daysAgo(7).getTime()));
    expect(await read('reply')).toMatchObject({ kind: 'read', from, to: NOW, usage: { calls: 6, failed: 3 } });
    expect(await read('reply', 2)).toMatchObject({ kind: 'read', usage: { calls: 2, failed: 1 } });
  });

  it('is unknown without the prompt', async () => {
    expect(await read('missing')).toEqual({ kind: 'not-found' });
  });
});

describe('the calls of all prompts', () => {
  const count = (retentionDays = 90) => new CountPromptCalls(ports.usage, clock, retentionDays).execute(account.id);

  it('cover the last 7 days, or the retention if that is shorter, including calls that failed', async () => {
    const [one, other] = [aPromptId(), aPromptId()];
    await ports.usage.apply(
      aBatch(account.id, {
        reads: [0, 1, 6.9, 7, 8].map((days) => aReadCount(daysAgo(days), { promptId: one, count: 10 })),
        promptCalls: [0, 3, 8].map((days) => aPromptCallCount(daysAgo(days), { promptId: other, failed: 1 })),
      }),
    );

    const from = new Date(hourOf(daysAgo(7).getTime()));
    const calls = new Map([
      [one, 40],
      [other, 2],
    ]);
    expect(await count()).toEqual({ from, to: NOW, calls, isComplete: true });
    expect((await count(2)).calls).toEqual(
      new Map([
        [one, 20],
        [other, 1],
      ]),
    );
  });

  it('are marked incomplete if more prompts were called in a day than are counted', async () => {
    const many = Array.from({ length: CALLED_PROMPTS_MAX + 1 }, (_, index) => ({
      start: NOW,
      group: `p_${index}`,
      count: 1,
    }));
    const log = { summarize: async () => many };

    expect((await new CountPromptCalls(log, clock, 1).execute(account.id)).isComplete).toBe(false);
  });
});
