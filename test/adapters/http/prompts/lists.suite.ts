import { beforeAll, expect, it, vi } from 'vitest';
import {
  type Author,
  dataIn,
  detailsIn,
  expectStatus,
  namesIn,
  type PromptsContext,
  pageIn,
  rejectionIn,
} from './support/client.ts';

export function listsSuite(context: () => PromptsContext): void {
  let author: Author;

  beforeAll(async () => {
    author = await context().newAuthor();
    const { first } = author;
    /** Creates each prompt in a different millisecond, so that the order by time is defined. */
    const create = async (fields: Readonly<Record<string, unknown>>) => {
      const { updatedAt } = await first.createPrompt(fields);
      await vi.waitUntil(() => Date.now() > Date.parse(String(updatedAt)), { interval: 1, timeout: 20_000 });
    };
    await create({ name: 'alpha', tags: ['a'], labels: ['production'], content: 'One.' });
    await create({ name: 'mail/beta', tags: ['a', 'b'], description: 'Für KUNDEN, 100% of_them.' });
    await create({
      name: 'mail/gamma',
      messages: [{ role: 'user', content: 'x' }],
      labels: ['production', 'staging'],
    });
    await create({ name: 'mail/old/delta', tags: ['b'] });
    await create({ name: 'mail-2/epsilon', description: 'ÄRGER ΟΔΟΣΗΜΑ' });
    await first.publish('alpha', { content: 'Two.' });
    for (const version of [2, 1]) await first.moveLabel('alpha', 'production', version);
    expectStatus(200, await first.patch('/prompts/mail%2Fold%2Fdelta', { archived: true }));
  });

  it.each([
    ['', ['alpha', 'mail-2/epsilon', 'mail/beta', 'mail/gamma']],
    ['order=desc', ['mail/gamma', 'mail/beta', 'mail-2/epsilon', 'alpha']],
    ['sort=updatedAt', ['alpha', 'mail-2/epsilon', 'mail/gamma', 'mail/beta']],
    ['q=MAIL', ['mail-2/epsilon', 'mail/beta', 'mail/gamma']],
    ['q=two+alp', ['alpha']],
    ['q=', ['alpha', 'mail-2/epsilon', 'mail/beta', 'mail/gamma']],
    ['name=mail%2Fbeta', ['mail/beta']],
    ['name=No%20Name', []],
    ['tag=a&tag=b', ['mail/beta']],
    ['folder=mail', ['mail/beta', 'mail/gamma']],
    ['folder=', ['alpha']],
    ['label=production', ['alpha', 'mail/gamma']],
    ['label=latest', ['alpha', 'mail-2/epsilon', 'mail/beta', 'mail/gamma']],
    ['type=text', ['alpha', 'mail-2/epsilon', 'mail/beta']],
    ['archived=true', ['mail/old/delta']],
    ['archived=any&tag=b', ['mail/beta', 'mail/old/delta']],
  ])('with ?%s contains the matching prompts, with and without content', async (query, names) => {
    const plain = expectStatus(200, await author.second.get(`/prompts?${query}`));
    const full = expectStatus(200, await author.first.get(`/prompts?${query}&include=content`));

    expect(namesIn(plain)).toEqual(names);
    expect(namesIn(full)).toEqual(names);
    expect(pageIn(plain).nextCursor).toBeNull();
    expect(plain.headers.get('Link')).toBeNull();
  });

  it('contains prompts without content by default', async () => {
    const [alpha] = pageIn(await author.second.get('/prompts?name=alpha')).data;

    expect(Object.keys(alpha ?? {}).sort()).toEqual([
      ...['archived', 'createdAt', 'description', 'folder', 'id', 'labels', 'latestVersion'],
      ...['name', 'revision', 'tags', 'type', 'updatedAt'],
    ]);
  });

  it.each(['', 'label=latest', 'label=production'])(
    'with content contains what reading with ?%s returns',
    async (query) => {
      const { first, second } = author;

      const { data } = pageIn(await second.get(`/prompts?name=alpha&include=content&${query}`));

      expect(data).toEqual([dataIn(await first.get(`/prompts/alpha?${query}`))]);
    },
  );

  it.each([
    '/prompts?',
    '/prompts?sort=updatedAt&',
    '/prompts?include=content&',
    '/prompts?q=m&type=text&',
    '/prompts/alpha/versions?',
    '/prompts/alpha/labels/production/history?',
  ])('is paginated for %s across instances, with a link to the next page', async (path) => {
    const { first, second } = author;
    const whole = pageIn(await first.get(`${path}limit=200`)).data;

    const collected: unknown[] = [];
    let response = await first.get(`${path}limit=1`);
    for (;;) {
      const { data, nextCursor } = pageIn(response);
      collected.push(...data);
      if (nextCursor === null) break;
      const link = `<${first.api.url}/api${path}limit=1&cursor=${nextCursor}>; rel="next"`;
      if (collected.length % 2 === 1) expect(response.headers.get('Link')).toBe(link);
      response = await (collected.length % 2 ? second : first).get(`${path}limit=1&cursor=${nextCursor}`);
    }

    expect(collected.length).toBeGreaterThan(1);
    expect(collected).toEqual(whole);
    expect(response.headers.get('Link')).toBeNull();
  });

  it('allows another limit on each page, but no other filter', async () => {
    const { first } = author;
    const { nextCursor } = pageIn(await first.get('/prompts?limit=1'));

    expectStatus(200, await first.get(`/prompts?limit=2&order=asc&sort=name&cursor=${nextCursor}`));
    for (const other of ['q=a', 'tag=a', 'folder=mail', 'type=text', 'archived=any', 'sort=updatedAt', 'order=desc']) {
      const response = await first.get(`/prompts?${other}&cursor=${nextCursor}`);
      expect(rejectionIn(response)).toBe('400 bad_query');
      expect(detailsIn(response)).toEqual([{ path: 'cursor', problem: 'mismatch' }]);
    }
  });

  it('of tags and of folders contains counts', async () => {
    const { second } = author;

    expect((await second.get('/tags')).body).toEqual({
      data: [
        { tag: 'a', count: 2 },
        { tag: 'b', count: 1 },
      ],
      nextCursor: null,
    });
    expect((await second.get('/folders')).body).toEqual({
      data: [
        { folder: '', count: 1 },
        { folder: 'mail', count: 2 },
        { folder: 'mail-2', count: 1 },
      ],
      nextCursor: null,
    });
    expect(dataIn(await second.get('/tags?cursor=ta'))).toEqual([{ tag: 'b', count: 1 }]);
    expect(dataIn(await second.get('/folders?cursor=fmail'))).toEqual([{ folder: 'mail-2', count: 1 }]);
    expect(dataIn(await second.get('/folders?cursor=f'))).toHaveLength(2);
    for (const path of [
      '/tags?q=a',
      '/folders?limit=1',
      '/tags?cursor=fa',
      '/folders?cursor=t',
      '/tags?cursor=',
      '/limits?a=b',
    ])
      expect(rejectionIn(await second.get(path))).toBe('400 bad_query');
  });

  it.each<[string, string, unknown?]>([
    ['limit=201', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['q=%00', 'q'],
    ['folder=%00', 'folder'],
    ['tag=A', 'tag'],
    ['label=1', 'label'],
    ['type=image', 'type'],
    ['archived=yes', 'archived'],
    ['sort=createdAt', 'sort'],
    ['order=up', 'order'],
    ['include=versions', 'include'],
    ['cursor=', 'cursor'],
    ['cursor=bnVsbA', 'cursor'],
    ['cursor=v1', 'cursor'],
    ['colour=red', 'colour'],
    ['constructor', 'constructor'],
    ['q=a+b+c+d+e+f+g+h+i+j+k', 'q', 'too-many'],
    [`q=${'x'.repeat(101)}`, 'q', 'too-long'],
  ])('rejects ?%s', async (query, path, problem = expect.any(String)) => {
    const response = await author.first.get(`/prompts?${query}`);

    expect(rejectionIn(response)).toBe('400 bad_query');
    expect(detailsIn(response)).toEqual([{ path: expect.stringMatching(`^${path}`), problem }]);
  });

  it('ends a page with content before it exceeds 4 MiB, and continues on the next one', async () => {
    const { first, second } = await context().newAuthor();
    const content = 'ü'.repeat(128 * 1024);
    for (let index = 10; index < 28; index += 1) await first.createPrompt({ name: `large-${index}`, content });

    const page = expectStatus(200, await second.get('/prompts?include=content&limit=200'));
    const { data, nextCursor } = pageIn(page);
    const rest = pageIn(await second.get(`/prompts?include=content&limit=200&cursor=${nextCursor}`));

    expect(Buffer.byteLength(page.text)).toBeLessThan(4.1 * 1024 * 1024);
    expect(data).toHaveLength(15);
    expect(rest).toMatchObject({ data: [{ name: 'large-25', content }, {}, {}], nextCursor: null });
  });

  it('rejects a forged cursor', async () => {
    const { first } = author;
    const { nextCursor } = pageIn(await first.get('/prompts?sort=updatedAt&limit=1'));
    const cursor = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString());

    for (const forged of [{ u: 9e15 }, { u: -9e15 }, { u: 1.5 }, { n: 'A' }, { i: 'x' }, { f: '' }, { more: 1 }]) {
      const text = Buffer.from(JSON.stringify({ ...cursor, ...forged })).toString('base64url');
      expect(rejectionIn(await first.get(`/prompts?sort=updatedAt&cursor=${text}`))).toBe('400 bad_query');
    }
  });

  it.each([
    'versions?cursor=m1',
    'versions?limit=0',
    'versions?cursor=v0',
    'versions/1?colour=red',
    'labels/production/history?cursor=v1',
    'labels/production/history?cursor=m-0',
  ])('rejects %s', async (rest) => {
    expect(rejectionIn(await author.first.get(`/prompts/alpha/${rest}`))).toBe('400 bad_query');
  });

  it('accepts a cursor far beyond its end', async () => {
    const { first } = author;

    expect(pageIn(await first.get('/prompts/alpha/versions?cursor=v999999999999999')).data).toHaveLength(2);
    expect(pageIn(await first.get('/prompts/alpha/labels/production/history?cursor=m1')).data).toEqual([]);
    expect(
      pageIn(await first.get('/prompts/alpha/labels/production/history?cursor=m999999999999999')).data,
    ).toHaveLength(3);
  });
}
