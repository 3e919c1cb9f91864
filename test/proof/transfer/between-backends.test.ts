import { afterAll, describe, expect, it } from 'vitest';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { Installation } from '../../support/service/installation.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { startTestService } from '../../support/service/test-resources.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';
import { call, usePrompts } from './use-prompts.ts';

/** What an account sees of itself, byte for byte. */
async function seenBy(url: string, account: OpenedAccount) {
  const signIn = await fetch(`${url}/api/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
  return {
    key: await call(url, account, 'GET', '/api/auth/token'),
    signIn: await signIn.text(),
    rotations: await call(url, account, 'GET', '/api/auth/rotations'),
    prompts: await call(url, account, 'GET', '/api/prompts?archived=any&include=content'),
    tags: await call(url, account, 'GET', '/api/tags'),
    history: await call(url, account, 'GET', '/api/prompts/mail%2Fgreeting/labels/production/history'),
    exported: await call(url, account, 'GET', '/api/export'),
  };
}

async function statistics(storageUrl: string, { userId }: OpenedAccount) {
  const ports = await connectTo(storageUrl);
  try {
    const [from, to] = [new Date(0), new Date(Date.now() + 86_400_000)];
    const of = async (groupBy: 'status' | 'route' | 'prompt') => {
      const question = { from, to, interval: 'hour', groupBy, limit: 1000 } as const;
      const counts = await ports.usage.summarize(userId as AccountId, question);
      return counts.map((count) => JSON.stringify(count)).sort();
    };
    const lastUsedAt = await ports.usage.lastUsedAt(userId as AccountId);
    return { lastUsedAt, status: await of('status'), route: await of('route'), prompt: await of('prompt') };
  } finally {
    await ports.close();
  }
}

describe('moving from backend to backend', () => {
  const disposals: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const dispose of disposals.reverse()) await dispose();
  });

  const fresh = async ({ fresh: make }: (typeof realStorages)[number]): Promise<FreshStorage> => {
    const storage = await make();
    disposals.push(storage.dispose);
    return storage;
  };

  it('keeps every byte of every export, every key, every password and all statistics, and comes back equal', async () => {
    const [first] = realStorages;
    if (!first) throw new Error('STORAGE leaves no storage to move from');
    const start = await fresh(first);
    const installation = await Installation.on(start.url);
    disposals.push(() => installation.dispose());
    const accounts = [await installation.openAccount(), await installation.openAccount()];
    const service = await installation.serve();
    for (const account of accounts) await usePrompts(service.url, account);
    const rotated = JSON.parse(await call(service.url, accounts[1] ?? never(), 'DELETE', '/api/auth/token'));
    const [ada, eve] = [accounts[0] ?? never(), { ...(accounts[1] ?? never()), ...rotated }];
    const before = [await seenBy(service.url, ada), await seenBy(service.url, eve)];
    await service.stop();

    let here = start.url;
    for (const next of [...realStorages.slice(1), first]) {
      const there = (await fresh(next)).url;
      const { code, stdout, stderr } = await runCommand(
        ['storage', 'copy', '--from', 'env:OLD_URL', '--to', 'env:NEW_URL', '--json'],
        { folder: installation.folder, settings: { OLD_URL: here, NEW_URL: there } },
      );
      expect({ code, stderr }, next.name).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toMatchObject({ accounts: 2, prompts: 8, versions: 128, resumed: false });
      for (const account of [ada, eve])
        expect(await statistics(there, account)).toEqual(await statistics(here, account));

      const moved = await startTestService({
        folder: installation.folder,
        settings: { ...installation.settings, PROMPTHOLD_STORAGE_URL: there },
      });
      expect([await seenBy(moved.url, ada), await seenBy(moved.url, eve)], next.name).toEqual(before);
      expect(await moved.stop()).toBe(0);
      here = there;
    }
  }, 600_000);
});

function never(): never {
  throw new Error('there are two accounts');
}
