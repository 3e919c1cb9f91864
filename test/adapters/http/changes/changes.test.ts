import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import { ADA } from '../../../support/in-memory/an-application.ts';
import { signInClient } from '../../dashboard/support/dashboard-client.ts';
import { type Client, detailsIn, expectStatus, rejectionIn } from '../prompts/support/client.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';
import { changesIn, summaryOf } from './changes-page.ts';

type App = Awaited<ReturnType<typeof startStandaloneApp>>;

let app: App;
let ada: Client;

beforeEach(async () => {
  app = await startStandaloneApp();
  ({ ada } = app);
});

afterEach(() => void vi.restoreAllMocks());

const read = async (query = '') => changesIn(expectStatus(200, await ada.get(`/changes${query}`)));

/** Seven events in revisions 1 to 5, with both labels on versions of support/reply. */
async function writeHistory(): Promise<string> {
  const { id } = await ada.createPrompt({ name: 'support/reply', labels: ['staging'] });
  await ada.createPrompt({ name: 'other' });
  await ada.publish('support/reply', { content: 'Two.', message: 'shorter', labels: ['production', 'staging'] });
  await ada.patch('/prompts/support%2Freply', { name: 'mail/reply', tags: ['a'] });
  await ada.delete('/prompts/other');
  return id;
}

const HISTORY = [
  'prompt.created support/reply',
  'label.moved support/reply staging',
  'prompt.created other',
  'version.published support/reply',
  'label.moved support/reply production',
  'label.moved support/reply staging',
  'prompt.changed mail/reply',
  'prompt.deleted other',
];

describe('GET /api/changes', () => {
  it('lists the newest changes first', async () => {
    await writeHistory();

    const { data, nextCursor, position } = await read();

    expect(summaryOf({ data })).toEqual(HISTORY.toReversed());
    expect(nextCursor).toBeNull();
    expect(position).toBe(data[0]?.id);
  });

  it('returns events with exactly the documented fields, in their order', async () => {
    const { id } = await ada.createPrompt({ name: 'support/reply' });
    await ada.publish('support/reply', { content: 'Two.' });
    await ada.put('/prompts/support%2Freply/labels/production', { version: 2, message: 'shorter' });

    const response = await ada.get('/changes?limit=1');
    const [event] = changesIn(response).data;

    expect(response.text).toContain(
      JSON.stringify({
        id: event?.id,
        type: 'label.moved',
        timestamp: '2026-11-15T12:00:00.000Z',
        data: {
          promptId: id,
          name: 'support/reply',
          label: 'production',
          version: 2,
          previous: null,
          hash: event?.data['hash'],
          fingerprint: event?.data['hash'],
          by: 'api',
          message: 'shorter',
        },
      }),
    );
    expect(event?.id).toMatch(/^3-1-[0-9a-f]{8}$/);
    expect(response.text).toMatch(/^\{"data":\[\{.*\}\],"nextCursor":"[^"]+","position":"[^"]+"\}$/);
  });

  it.each([
    ['', HISTORY.toReversed()],
    ['after=0&', HISTORY],
  ])('is divided into pages, with links: ?%s', async (order, expected) => {
    await writeHistory();

    const first = await app.api.get(`/api/changes?${order}limit=3`, { key: app.token });
    const [, link = ''] =
      /^<https:\/\/prompthold\.example\.com(.*)>; rel="next"$/.exec(first.headers.get('Link') ?? '') ?? [];
    await ada.createPrompt({ name: 'late' });
    const second = await app.api.get(link, { key: app.token });

    const parameter = order === '' ? 'cursor' : 'after';
    expect(new URLSearchParams(link.split('?')[1]).get(parameter)).toBe(changesIn(first).nextCursor);
    expect([...summaryOf(changesIn(first)), ...summaryOf(changesIn(second))]).toEqual(expected.slice(0, 6));
  });

  it('is the same for a session of the dashboard', async () => {
    await writeHistory();
    const browser = await signInClient(app.api.url, ADA);

    const response = await browser.get('changes?limit=2');

    expect(changesIn(response)).toEqual(await read('?limit=2'));
    expect(response.headers.get('Link')).toContain('/dashboard/api/changes?limit=2&cursor=');
    expect(await browser.get('changes?after=9-1-00000000')).toMatchObject({ status: 410, body: { code: 'gone' } });
  });

  it('is 503 during an outage, and never 410', async () => {
    const failure = new StorageUnavailable('storage', new Error('test'));
    vi.spyOn(app.prompts.changes, 'after').mockRejectedValue(failure);
    vi.spyOn(app.prompts.changes, 'latest').mockRejectedValue(failure);

    expect(rejectionIn(await ada.get('/changes?after=9-1-00000000'))).toBe('503 storage_unavailable');
    expect(rejectionIn(await ada.get('/changes'))).toBe('503 storage_unavailable');
  });
});

describe('a filter of GET /api/changes', () => {
  it.each([
    ['type=label.moved', [1, 4, 5]],
    ['type=prompt.created&type=prompt.deleted', [0, 2, 7]],
    ['label=staging&label=production', [1, 4, 5]],
    ['prompt=support%2Freply', [0, 1, 3, 4, 5, 6]],
    ['prompt=support/*', [0, 1, 3, 4, 5, 6]],
    ['type=version.published&prompt=support%2F*', [3]],
    ['type=label.moved&label=staging&prompt=support%2Freply', [1, 5]],
    ['type=prompt.created&label=staging', []],
  ])('?%s selects the same events in both orders', async (query, expected) => {
    await writeHistory();
    const names = expected.map((index) => HISTORY[index]);
    const newest = (await read()).position;

    const ascending = await read(`?after=0&${query}`);
    const descending = await read(`?${query}`);

    expect(summaryOf(ascending)).toEqual(names);
    expect(summaryOf(descending)).toEqual(names.toReversed());
    expect(ascending).toMatchObject({ nextCursor: null, position: newest });
    expect(descending).toMatchObject({ nextCursor: null, position: newest });
  });
});

describe('a malformed query of GET /api/changes', () => {
  it.each([
    ['after=', 'after'],
    ['after=1-1-3F9C2A71', 'after'],
    ['after=0&after=0', 'after'],
    ['cursor=0', 'cursor'],
    ['after=0&cursor=1-1-3f9c2a71', 'cursor'],
    ['limit=201', 'limit'],
    ['type=label.removed', 'type.0'],
    ['label=Production', 'label.0'],
    ['label=latest', 'label.0'],
    ['prompt=Support%2F*', 'prompt'],
    ['prompt=a&prompt=b', 'prompt'],
    ['folder=support', 'folder'],
  ])('is 400: ?%s', async (query, path) => {
    const response = await ada.get(`/changes?${query}`);

    expect(rejectionIn(response)).toBe('400 bad_query');
    expect(detailsIn(response)).toMatchObject([{ path }]);
  });
});

describe('a position that is no longer in the feed', () => {
  it('is 410 after its event was deleted by age', async () => {
    await ada.createPrompt({ name: 'old' });
    const { position } = await read();
    app.promptTime.now = new Date('2026-12-15T12:00:00.000Z');
    await ada.createPrompt({ name: 'new' });
    expect(summaryOf(await read(`?after=${position}`))).toEqual(['prompt.created new']);

    await app.prompts.changes.deleteBefore(new Date('2026-12-01T00:00:00.000Z'));

    const response = await ada.get(`/changes?after=${position}`);
    expect(rejectionIn(response)).toBe('410 gone');
    expect(rejectionIn(await ada.get('/changes?after=0-0-00000000'))).toBe('410 gone');
    expect(summaryOf(await read('?after=0'))).toEqual(['prompt.created new']);
    expect(await read(`?cursor=${position}`)).toMatchObject({ data: [], nextCursor: null });
  });
});

describe('a conditional request for changes', () => {
  it('is 304 while nothing has changed', async () => {
    await writeHistory();
    const response = await ada.get('/changes?after=0');
    const etag = response.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{40}"$/);
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache');

    const repeated = await ada.get('/changes?after=0', { 'If-None-Match': etag });
    await ada.createPrompt();
    const changed = await ada.get('/changes?after=0', { 'If-None-Match': etag });

    expect(repeated).toMatchObject({ status: 304, text: '' });
    expect(repeated.headers.get('ETag')).toBe(etag);
    expect(changed.status).toBe(200);
  });

  it('is not 304 after events were deleted by age, which does not raise the revision', async () => {
    await ada.createPrompt({ name: 'old' });
    const oldest = (await read()).position;
    app.promptTime.now = new Date('2026-12-15T12:00:00.000Z');
    await ada.createPrompt({ name: 'new' });
    const etags = await Promise.all(
      ['', `?after=${oldest}`].map(async (query) => (await ada.get(`/changes${query}`)).headers.get('ETag') ?? ''),
    );

    await app.prompts.changes.deleteBefore(new Date('2026-12-01T00:00:00.000Z'));

    const [list, since] = etags;
    expect(summaryOf(changesIn(await ada.get('/changes', { 'If-None-Match': list ?? '' })))).toEqual([
      'prompt.created new',
    ]);
    expect(rejectionIn(await ada.get(`/changes?after=${oldest}`, { 'If-None-Match': since ?? '' }))).toBe('410 gone');
  });
});
