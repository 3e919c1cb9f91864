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

  it('gets 404 for a missing prompt, version or label, for any If-None-Match', async () => {
    const { first } = context();
    const { id } = await first.createPrompt();

    for (const header of ['*', `"${id}.1.1"`]) {
      const headers = { 'If-None-Match': header };
      expect(rejectionIn(await first.get(`/prompts/${id}?version=2`, headers))).toBe('404 version_not_found');
      expect(rejectionIn(await first.get(`/prompts/${id}?label=staging`, headers))).toBe('404 label_not_found');
      expect(rejectionIn(await first.get(`/prompts/${aName()}`, headers))).toBe('404 prompt_not_found');
    }
  });

  it('gets 200 after any change, on either instance', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ content: 'One.' });
    const changes: ((client: Client) => Promise<ApiResponse>)[] = [
      (client) => client.post(`/prompts/${id}/versions`, { content: 'Two.' }),
      (client) => client.put(`/prompts/${id}/labels/production`, { version: 2 }),
      (client) => client.put(`/prompts/${id}/labels/staging`, { version: 2 }),
      (client) => client.patch(`/prompts/${id}`, { description: 'Other.' }),
      (client) => client.patch(`/prompts/${id}`, { archived: true }),
      (client) => client.patch(`/prompts/${id}`, { archived: false }),
      (client) => client.delete(`/prompts/${id}/labels/production`),
      (client) => client.post(`/prompts/${id}/labels/production/rollback`),
      (client) => client.put(`/prompts/${id}`, { content: 'Two.', tags: ['a'] }),
    ];

    for (const [index, change] of changes.entries()) {
      const [here, there] = index % 2 ? [first, second] : [second, first];
      const etag = etagIn(expectStatus(200, await here.get(`/prompts/${id}`)));
      expectStatus(304, await there.get(`/prompts/${id}`, { 'If-None-Match': etag }));
      await change(there);
      const read = expectStatus(200, await here.get(`/prompts/${id}`, { 'If-None-Match': etag }));
      expect(dataIn(read)).toMatchObject({ revision: index + 2 });
    }
  });

  it('gets 304 after writes that change nothing', async () => {
    const { first, second } = context();
    const { id, etag } = await first.createPrompt({ content: 'One.', labels: ['production'], tags: ['a'] });

    await first.post(`/prompts/${id}/versions`, { content: 'One.', labels: ['production'] });
    await first.put(`/prompts/${id}`, { content: 'One.', tags: ['a'] });
    await first.put(`/prompts/${id}/labels/production`, { version: 1 });
    await first.patch(`/prompts/${id}`, { tags: ['a'] });
    await first.post(`/prompts/${id}/render`, {});

    expectStatus(304, await second.get(`/prompts/${id}`, { 'If-None-Match': etag }));
  });

  it('writes once with any current ETag of the prompt, and gets 412 with a stale one', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ content: 'One.', labels: ['production'] });
    await first.publish(id, { content: 'Two.' });
    const stale = etagIn(await first.get(`/prompts/${id}?version=1`));

    const writes: ((client: Client, tag: string) => Promise<ApiResponse>)[] = [
      (client, tag) => client.post(`/prompts/${id}/versions`, { content: 'Three.' }, { 'If-Match': tag }),
      (client, tag) => client.put(`/prompts/${id}`, { content: 'Four.' }, { 'If-Match': tag }),
      (client, tag) => client.put(`/prompts/${id}/labels/production`, { version: 3 }, { 'If-Match': tag }),
      (client, tag) => client.post(`/prompts/${id}/labels/production/rollback`, undefined, { 'If-Match': tag }),
      (client, tag) => client.patch(`/prompts/${id}`, { tags: ['a'] }, { 'If-Match': tag }),
      (client, tag) => client.delete(`/prompts/${id}/labels/production`, { 'If-Match': tag }),
      (client, tag) => client.delete(`/prompts/${id}`, { 'If-Match': tag }),
    ];

    let tag = stale;
    for (const [index, write] of writes.entries()) {
      if (index > 0) expect(rejectionIn(await write(second, stale))).toBe('412 precondition_failed');
      const response = await write(first, `"x", ${tag}`);
      expect([200, 201, 204]).toContain(response.status);
      if (index + 1 < writes.length) tag = etagIn(await second.get(`/prompts/${id}?label=latest`));
    }
    expect(rejectionIn(await second.get(`/prompts/${id}`))).toBe('404 prompt_not_found');
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

  it('writes with If-Match: * only if the prompt exists', async () => {
    const { first } = context();
    const { id } = await first.createPrompt();

    expectStatus(200, await first.patch(`/prompts/${id}`, { tags: ['a'] }, { 'If-Match': '*' }));
    expect(rejectionIn(await first.put(`/prompts/${aName()}`, { content: 'x' }, { 'If-Match': '*' }))).toBe(
      '412 precondition_failed',
    );
  });

  it('lets one of two concurrent writes with the same ETag win', async () => {
    const { first, second } = context();
    const { id, etag } = await first.createPrompt();
    const headers = { 'If-Match': etag };

    const responses = await Promise.all(
      [first, second].map((client, index) => client.post(`/prompts/${id}/versions`, { content: `${index}` }, headers)),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 412]);
    expect(dataIn(await first.get(`/prompts/${id}`))).toMatchObject({ latestVersion: 2 });
  });

  it('creates once with PUT and If-None-Match: *', async () => {
    const { first, second } = context();
    const name = aName();
    const headers = { 'If-None-Match': '*' };

    const responses = await Promise.all(
      [first, second, first, second].map((client) => client.put(`/prompts/${name}`, { content: 'x' }, headers)),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 412, 412, 412]);
    expect(rejectionIn(await second.put(`/prompts/${name}`, { content: 'x' }, headers))).toBe(
      '412 precondition_failed',
    );
  });

  it('gets 304 for a list until anything changes', async () => {
    const { first, second } = await context().newAuthor();
    const lists = ['/prompts', '/prompts?tag=a', '/prompts?include=content&label=production', '/prompts?limit=1'];
    const etags = async (client: Client) => Promise.all(lists.map(async (list) => etagIn(await client.get(list))));

    const empty = await etags(first);
    const { id } = await first.createPrompt({ tags: ['a'] });
    const filled = await etags(second);
    await first.publish(id, { content: 'Two.' });

    expect(new Set([...empty, ...filled]).size).toBe(8);
    expect(filled.every((tag) => /^"[0-9a-f]+"$/.test(tag))).toBe(true);
    const changed = await etags(second);
    expect(await etags(first)).toEqual(changed);
    expect(changed).not.toEqual(filled);
    for (const [index, list] of lists.entries()) {
      const headers = { 'If-None-Match': changed[index] ?? '' };
      expect(expectStatus(304, await first.get(list, headers)).text).toBe('');
      expectStatus(200, await first.get(list, { 'If-None-Match': filled[index] ?? '' }));
    }
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
