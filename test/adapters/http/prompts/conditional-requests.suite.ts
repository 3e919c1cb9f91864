import { expect, it } from 'vitest';
import type { ApiResponse } from '../support/api.ts';
import {
  aName,
  anEtag,
  type Client,
  dataIn,
  expectStatus,
  type PromptsContext,
  rejectionIn,
} from './support/client.ts';

const etagIn = ({ headers }: ApiResponse): string => headers.get('ETag') ?? '';

export function conditionalRequestsSuite(context: () => PromptsContext): void {
  it('gets 304 for the ETag, which contains prompt, revision, version and write', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ content: 'One.', labels: ['production'] });
    await first.publish(id, { content: 'Two.' });

    const expected = { '': 1, '?label=production': 1, '?label=latest': 2, '?version=2': 2, '?version=1': 1 };
    for (const [query, version] of Object.entries(expected)) {
      const read = expectStatus(200, await first.get(`/prompts/${id}${query}`));
      expect(etagIn(read)).toEqual(anEtag(id, 2, version));
      const again = expectStatus(304, await second.get(`/prompts/${id}${query}`, { 'If-None-Match': etagIn(read) }));
      expect([again.text, etagIn(again), again.headers.get('Cache-Control'), again.headers.get('Vary')]).toEqual([
        '',
        etagIn(read),
        'private, no-cache',
        'Authorization',
      ]);
    }
  });

  it.each([
    ['one of several ETags', (tag: string) => `"x", ${tag}, "y"`],
    ['a weak ETag', (tag: string) => `W/${tag}`],
    ['any ETag', () => '*'],
  ])('gets 304 for %s', async (_, header) => {
    const { first } = context();
    const { id, etag } = await first.createPrompt();

    expectStatus(304, await first.get(`/prompts/${id}`, { 'If-None-Match': header(etag) }));
    expectStatus(304, await first.get(`/prompts/${id}?at=2999-01-01T00:00:00Z`, { 'If-None-Match': header(etag) }));
  });

  it('gets 200 after a change on the other instance', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ content: 'One.', labels: ['production'] });
    await first.publish(id, { content: 'Two.' });
    const changes: ((client: Client) => Promise<ApiResponse>)[] = [
      (client) => client.put(`/prompts/${id}/labels/production`, { version: 2 }),
      (client) => client.post(`/prompts/${id}/versions`, { content: 'Three.' }),
      (client) => client.patch(`/prompts/${id}`, { archived: true }),
    ];

    for (const [index, change] of changes.entries()) {
      const [here, there] = index % 2 ? [first, second] : [second, first];
      const etag = etagIn(expectStatus(200, await here.get(`/prompts/${id}`)));
      expectStatus(304, await there.get(`/prompts/${id}`, { 'If-None-Match': etag }));
      await change(there);
      const read = expectStatus(200, await here.get(`/prompts/${id}`, { 'If-None-Match': etag }));
      expect(dataIn(read)).toMatchObject({ revision: index + 3 });
    }
  });

  it.each(['"x"', '', '"p_1700000000000_abcdef.1.1"', 'W/"weak"', 'not a tag'])(
    'gets 412 for a write with If-Match: %s',
    async (header) => {
      const { first } = context();
      const { id } = await first.createPrompt();

      const response = await first.patch(`/prompts/${id}`, { tags: ['a'] }, { 'If-Match': header });

      // HTTP clients do not send an empty header.
      expect(response.status).toBe(header === '' ? 200 : 412);
    },
  );

  it('writes with If-Match: * only if the prompt exists, and with If-None-Match: * only if it does not', async () => {
    const { first, second } = context();
    const name = aName();
    const put = (headers: Readonly<Record<string, string>>) =>
      second.put(`/prompts/${name}`, { content: 'x' }, headers);

    expect(rejectionIn(await put({ 'If-Match': '*' }))).toBe('412 precondition_failed');
    expectStatus(201, await put({ 'If-None-Match': '*' }));
    expect(rejectionIn(await put({ 'If-None-Match': '*' }))).toBe('412 precondition_failed');
    expectStatus(200, await first.patch(`/prompts/${name}`, { tags: ['a'] }, { 'If-Match': '*' }));
  });

  it('gets 304 for a list until anything changes', async () => {
    const { first, second } = await context().newAuthor();
    const lists = ['/prompts', '/prompts?tag=a', '/prompts?include=content&label=production', '/prompts?limit=1'];
    const etags = async (client: Client) => Promise.all(lists.map(async (list) => etagIn(await client.get(list))));

    const empty = await etags(first);
    await first.createPrompt({ tags: ['a'] });
    const filled = await etags(second);

    expect(new Set([...empty, ...filled]).size).toBe(8);
    expect(filled.every((tag) => /^"[0-9a-f]+"$/.test(tag))).toBe(true);
    expect(await etags(first)).toEqual(filled);
    for (const [index, list] of lists.entries()) {
      expect(expectStatus(304, await first.get(list, { 'If-None-Match': filled[index] ?? '' })).text).toBe('');
      expectStatus(200, await first.get(list, { 'If-None-Match': empty[index] ?? '' }));
    }
  });

  it('gets 304 for what it lists or reads besides prompts until it changes', async () => {
    const { first, second } = await context().newAuthor();
    const { id, name } = await first.createPrompt({ tags: ['a'], labels: ['production'] });
    const rest = ['/versions', '/versions?limit=1', '/labels', '/labels/production', '/labels/production/history'];
    const paths = ['/tags', '/folders', `/prompts/${name}/versions/1`, ...rest.map((each) => `/prompts/${id}${each}`)];
    const read = (client: Client, path: string, tag = '') =>
      client.get(path, tag === '' ? {} : { 'If-None-Match': tag });

    const tags = await Promise.all(paths.map(async (path) => etagIn(expectStatus(200, await read(first, path)))));
    for (const [index, path] of paths.entries()) {
      expect(etagIn(expectStatus(304, await read(second, path, tags[index])))).toBe(tags[index]);
      expectStatus(304, await read(second, path, '*'));
    }
    expectStatus(200, await first.patch(`/prompts/${id}`, { tags: ['b'] }, { 'If-Match': tags[2] ?? '' }));
    for (const [index, path] of paths.entries()) expectStatus(200, await read(second, path, tags[index]));

    expect(new Set(tags).size).toBe(paths.length);
    expect(tags).not.toContain('');
    expect(rejectionIn(await read(first, `/prompts/${aName()}/versions`, '*'))).toBe('404 prompt_not_found');
  });

  it('gets the same ETag for equivalent queries of a list', async () => {
    const { first, second } = await context().newAuthor();
    await first.createPrompt({ tags: ['a', 'b'] });

    const [one, ...others] = await Promise.all(
      [
        '/prompts?tag=a&tag=b&q=T',
        '/prompts?q=t&tag=b&tag=a&sort=name',
        '/prompts?tag=a&tag=b&tag=b&order=asc&q=t&limit=50&archived=false',
      ].map(async (list) => etagIn(await second.get(list))),
    );

    expect(others).toEqual(others.map(() => one));
  });

  it('always gets Cache-Control: private, no-cache', async () => {
    const { second: client } = context();
    const { id } = await client.createPrompt({ labels: ['production'] });

    const responses = [
      await client.get('/prompts'),
      await client.get(`/prompts/${id}`),
      await client.get(`/prompts/${aName()}`),
      await client.get(`/prompts/${id}?colour=red`),
      await client.get(`/prompts/${id}/versions`),
      await client.get(`/prompts/${id}/labels/production/history`),
      await client.get(`/prompts/${id}/diff?from=1&to=1`),
      await client.post(`/prompts/${id}/render`, {}),
      await client.get('/tags'),
      await client.get('/folders'),
      await client.get('/export'),
      await client.delete(`/prompts/${id}`),
    ];

    expect(new Set(responses.map(({ headers }) => headers.get('Cache-Control')))).toEqual(
      new Set(['private, no-cache']),
    );
    expect(new Set(responses.map(({ headers }) => headers.get('Vary')))).toEqual(new Set(['Authorization']));
  });
}
