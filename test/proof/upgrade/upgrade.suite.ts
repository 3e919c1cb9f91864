import { afterAll, beforeAll, expect, it } from 'vitest';
import { DashboardClient, signInClient } from '../../adapters/dashboard/support/dashboard-client.ts';
import { type Api, tokenIn } from '../../adapters/http/support/api.ts';
import { retryWhileHashing } from '../../support/service/retry-while-hashing.ts';
import type { ExpectedAccount } from './expected.ts';
import { UpgradedInstallation, type UpgradeSource } from './upgraded-installation.ts';

const UNAUTHORIZED = { status: 401, body: { error: 'Unauthorized' } };

/** What holds for data of 0.1.0, however it came into the storage. */
export function upgradeSuite(source: UpgradeSource): void {
  let installation: UpgradedInstallation;
  let api: Api;
  let accounts: readonly ExpectedAccount[];
  let faults: unknown;
  let keys: readonly unknown[];

  // Both are read before the first request with a key: a check repairs, and a request changes when the key was last used.
  beforeAll(async () => {
    installation = await UpgradedInstallation.open(source);
    accounts = installation.expected.accounts;
    faults = await installation.findFaults();
    api = await installation.serve();
    keys = await Promise.all(accounts.map((account) => readKeyDates(api, account)));
  });
  afterAll(() => installation.dispose());

  it('has no fault', () => {
    expect(faults).toEqual([]);
  });

  it('accepts every key and returns its account', async () => {
    expect(accounts).toHaveLength(3);
    for (const { token, userId, email, name } of accounts) {
      expect(await api.verify(token)).toMatchObject({ status: 200, body: { token, userId, email, name } });
    }
  });

  it('rejects the keys that were rotated before', async () => {
    const retired = accounts.flatMap(({ retiredTokens }) => retiredTokens);

    expect(retired).toHaveLength(3);
    for (const token of retired) expect(await api.verify(token)).toMatchObject(UNAUTHORIZED);
  });

  it('signs in with every password and returns the existing key', async () => {
    for (const { email, password, token, userId } of accounts) {
      const response = await retryWhileHashing(() => api.signIn({ email, password }));

      expect(response).toMatchObject({ status: 200, body: { token, userId } });
    }
  });

  it('exports the same bytes', async () => {
    for (const { token, export: exported } of accounts) {
      expect((await api.get('/api/export', { key: token })).text).toBe(exported);
    }
  });

  it('counts everything against the quotas', async () => {
    for (const { token, export: exported } of accounts) {
      const prompts = promptsIn(exported);
      const texts = prompts.flatMap(({ versions }) => versions.map(printStored));
      const { body } = await api.get('/api/limits', { key: token });
      const { data } = body as { data: { prompts: { used: number }; contentBytes: { used: number } } };

      expect(data.prompts.used).toBe(prompts.length);
      // A restored backup stores the same content once. A storage of 0.1.0 holds a copy for each version.
      expect([bytesOf(texts), bytesOf([...new Set(texts)])]).toContain(data.contentBytes.used);
    }
  });

  it('returns the same prompts, versions, label histories, rotations and statistics', async () => {
    for (const { token, responses } of accounts) {
      for (const { method, path, request, response } of responses) {
        const { status, body } = await api.call(method, path, { key: token, json: request });

        expect(status, path).toBe(200);
        // A newer release may add fields. It may not change or leave out any.
        expect(body, path).toMatchObject(response as object);
      }
    }
  });

  it('lets new versions inherit config and variables', async () => {
    for (const { token: key, export: exported } of accounts) {
      for (const { name, archived, versions } of promptsIn(exported)) {
        if (archived) continue;
        const { variables, ...json } = contentOf(versions.at(-1));

        const response = await api.call('POST', `/api/prompts/${encodeURIComponent(name)}/versions`, { key, json });

        const data = { version: versions.length, variables, config: versions.at(-1)?.config };
        expect(response, name).toMatchObject({ status: 200, body: { data } });
      }
    }
  });

  it('knows when every key was created and last used', () => {
    expect(keys).toEqual(accounts.map(({ key }) => key));
  });

  if (source.hasSessions) {
    it('keeps people signed in to the dashboard', async () => {
      for (const { cookie, userId, email, token } of accounts) {
        const client = new DashboardClient(api.url);
        client.cookie = cookie;

        expect(await client.get('session')).toMatchObject({ status: 200, body: { data: { userId, email } } });
        expect(await client.reveal()).toBe(token);
      }
    });
  }

  // The last one, because nothing is as 0.1.0 left it afterwards.
  it('publishes versions, moves labels and rotates keys', async () => {
    for (const account of accounts) {
      const position = await readEmptyFeed(api, account);
      await changePrompts(api, account);
      await checkFeed(api, account, position);
      await rotateKey(api, account);
    }

    expect(await installation.findFaults()).toEqual([]);
  });
}

async function readKeyDates({ url }: Api, account: ExpectedAccount): Promise<unknown> {
  const { body } = await (await signInClient(url, account)).get('key');
  return (body as { readonly data: unknown }).data;
}

/** 0.1.0 recorded no changes. Returns the position that what follows can be read from. */
async function readEmptyFeed(api: Api, { token: key }: ExpectedAccount): Promise<string> {
  const { status, body } = await api.get('/api/changes', { key });
  const { data, position } = body as FeedPage;
  expect([status, data]).toEqual([200, []]);
  expect(position).toMatch(/^\d+-0-00000000$/);
  return position;
}

/** What `changePrompts` did, in the order in which it did it. */
async function checkFeed(api: Api, { token: key, export: exported }: ExpectedAccount, after: string): Promise<void> {
  const { body } = await api.get(`/api/changes?after=${after}&limit=200`, { key });
  const expected = promptsIn(exported).flatMap(({ name, archived, versions }) => {
    const version = versions.length + 1;
    const moved = { name, label: 'upgraded', hash: expect.stringMatching(/^sha256:/) };
    if (archived) return [];
    return [
      { type: 'version.published', data: { name, version } },
      { type: 'label.moved', data: { ...moved, version, previous: null } },
      { type: 'label.moved', data: { ...moved, version: 1, previous: version } },
    ];
  });
  expect((body as FeedPage).data).toMatchObject(expected);
}

interface FeedPage {
  readonly data: readonly unknown[];
  readonly position: string;
}

/** Every version that was there keeps its place, and the new one follows. */
async function changePrompts(api: Api, { token: key, export: exported }: ExpectedAccount): Promise<void> {
  for (const { name, archived, versions } of promptsIn(exported)) {
    if (archived) continue;
    const prompt = `/api/prompts/${encodeURIComponent(name)}`;
    const version = versions.length + 1;
    const json = { ...contentOf(versions[0]), config: { upgraded: true }, labels: ['upgraded'] };

    const published = await api.call('POST', `${prompt}/versions`, { key, json });
    const moved = await api.call('PUT', `${prompt}/labels/upgraded`, { key, json: { version: 1, force: true } });
    const { body } = await api.get(`${prompt}/labels/upgraded/history`, { key });

    expect(published, name).toMatchObject({ status: 201, body: { data: { version, config: { upgraded: true } } } });
    expect(moved, name).toMatchObject({ status: 200, body: { data: { version: 1, previous: version } } });
    expect(body, name).toMatchObject({
      data: [
        { version: 1, previous: version },
        { version, previous: null },
      ],
    });
  }
}

async function rotateKey(api: Api, { token: old, userId, email, password }: ExpectedAccount): Promise<void> {
  const token = tokenIn(await api.reset(old));

  expect(await api.verify(old)).toMatchObject(UNAUTHORIZED);
  expect(await api.verify(token)).toMatchObject({ status: 200, body: { token, userId } });
  expect(await retryWhileHashing(() => api.signIn({ email, password }))).toMatchObject({
    status: 200,
    body: { token },
  });
}

interface ExportedVersion {
  readonly content?: string;
  readonly messages?: unknown;
  readonly variables: unknown;
  readonly config: unknown;
}

interface ExportedPrompt {
  readonly name: string;
  readonly archived: boolean;
  readonly versions: readonly ExportedVersion[];
}

const promptsIn = (exported: string): readonly ExportedPrompt[] => JSON.parse(exported).data.prompts;

/** The texts that are stored, one after the other. */
const printStored = ({ content, messages, variables, config }: ExportedVersion): string =>
  [content ?? messages, variables, config].map((value) => JSON.stringify(value)).join('');

const bytesOf = (texts: readonly string[]): number => Buffer.byteLength(texts.join(''));

const contentOf = (version: ExportedVersion | undefined) => ({
  ...(version?.content === undefined ? { messages: version?.messages } : { content: version.content }),
  variables: version?.variables,
});
