import { expect, it } from 'vitest';
import { times, withoutVolatileHeaders } from '../support/api.ts';
import { type Client, detailsIn, expectStatus, type PromptsContext, pageIn, rejectionIn } from './support/client.ts';

const anExport = (...prompts: readonly unknown[]) => ({ data: { format: 'prompthold-export', version: 1, prompts } });

/** Creates a prompt with every kind of change, one that includes it, and an archived chat. */
export async function createExamples(client: Client): Promise<void> {
  const { id } = await client.createPrompt({
    name: 'team/part',
    content: 'One {{a}}.',
    labels: ['production'],
    tags: ['b', 'a'],
  });
  await client.publish(id, {
    content: 'Two {{a}}.',
    labels: ['production', 'staging'],
    config: { x: [1, null, 'ä🦁'] },
  });
  await client.post(`/prompts/${id}/labels/production/rollback`);
  await client.delete(`/prompts/${id}/labels/staging`);
  await client.publish(id, { restore: 1, message: 'back' });
  const variables = [{ name: 'a', type: 'string', required: false, default: 'x', enum: ['x', 'y'], description: 'A.' }];
  await client.createPrompt({
    name: 'a-whole',
    content: '{{> team/part@production}} {{> team/part}}',
    variables,
    description: 'Ä',
  });
  const chat = await client.createPrompt({
    name: 'chat',
    messages: [{ role: 'user', content: '{{#b}}{{.c}}{{/b}}' }, { placeholder: 'd' }],
  });
  await client.patch(`/prompts/${chat.id}`, { archived: true });
}

const resultsIn = (response: Parameters<typeof pageIn>[0]) =>
  pageIn(expectStatus(200, response)).data.map(({ name, result }) => `${name} ${result}`);

export function transferSuite(context: () => PromptsContext): void {
  it('copy everything to another account, with times, hashes and history', async () => {
    const [source, target] = [await context().newAuthor(), await context().newAuthor()];
    await createExamples(source.first);

    const exported = expectStatus(200, await source.second.get('/export'));
    const imported = await target.first.post('/import', exported.body);

    expect(resultsIn(imported)).toEqual(['chat created', 'team/part created', 'a-whole created']);
    expect((await target.second.get('/export')).text).toBe(exported.text);
  });

  it('use the same document on every instance', async () => {
    const { first, second } = await context().newAuthor();
    await createExamples(first);

    const [one, other] = [await first.get('/export'), await second.get('/export')];

    expect(other.text).toBe(one.text);
    expect(one.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(one.headers.get('Content-Disposition')).toBe('attachment; filename="prompts.json"');
    expect(withoutVolatileHeaders(await first.call('HEAD', '/export')).status).toBe(200);
    expect(rejectionIn(await first.get('/export?format=zip'))).toBe('400 bad_query');
  });

  it('follow mode and dryRun', async () => {
    const [source, target] = [await context().newAuthor(), await context().newAuthor()];
    await createExamples(source.first);
    const { body } = await source.first.get('/export');
    await target.first.createPrompt({ name: 'chat', content: 'Mine.' });

    const dry = await target.second.post('/import?dryRun=true', body);
    expect(resultsIn(dry)).toEqual(['chat skipped', 'team/part created', 'a-whole created']);
    expect(resultsIn(await target.second.post('/import?mode=skip', body))).toEqual(resultsIn(dry));
    expect(resultsIn(await target.first.post('/import?mode=merge', body))).toEqual([
      'chat conflict',
      'team/part unchanged',
      'a-whole unchanged',
    ]);
  });

  it('reject a damaged document as a whole', async () => {
    const [source, target] = [await context().newAuthor(), await context().newAuthor()];
    await createExamples(source.first);
    const { text } = await source.first.get('/export');

    const damaged = await target.first.post('/import', JSON.parse(text.replace('Two {{a}}.', 'Too {{a}}.')));

    expect(rejectionIn(damaged)).toBe('422 invalid');
    expect(detailsIn(damaged)).toEqual([{ path: 'data.prompts.2.versions.1.hash', problem: 'mismatch' }]);
  });

  it('compute the hashes of versions that have none', async () => {
    const [source, target] = [await context().newAuthor(), await context().newAuthor()];
    await createExamples(source.first);
    const { text } = await source.first.get('/export');

    const imported = await target.first.post('/import', JSON.parse(text.replaceAll(/"hash":"[^"]*",/g, '')));

    expect(resultsIn(imported)).toEqual(['chat created', 'team/part created', 'a-whole created']);
    expect((await target.second.get('/export')).text).toBe(text);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['an empty document', {}, ['data']],
    ['another format', { data: { format: 'x', version: 2, prompts: [] } }, ['data.format', 'data.version']],
    ['a document without prompts', { data: { format: 'prompthold-export', version: 1 } }, ['data.prompts']],
    ['an unknown field', { ...anExport(), more: 1 }, ['more']],
    ['an incomplete prompt', anExport({ name: 'x', colour: 'red' }), ['data.prompts.0.type']],
  ])('reject %s', async (_, body, paths) => {
    const response = await context().first.post('/import', body);

    expect(rejectionIn(response)).toBe('422 invalid');
    expect((detailsIn(response) as { path: string }[]).map(({ path }) => path)).toEqual(
      expect.arrayContaining([...paths]),
    );
  });

  it.each(['mode=overwrite', 'dryRun=yes', 'dryRun', 'colour=red'])('reject ?%s', async (query) => {
    expect(rejectionIn(await context().first.post(`/import?${query}`, anExport()))).toBe('400 bad_query');
  });

  it('accept an import of up to 32 MiB', async () => {
    const { first, second } = await context().newAuthor();
    await first.createPrompt({ name: 'large', content: 'x'.repeat(256 * 1024) });
    const { data } = (await second.get('/export')).body as { data: { prompts: [object] } };
    const copies = Array.from({ length: 8 }, (_, index) => ({ ...data.prompts[0], name: `copy-${index}` }));
    const send = (bytes: number) =>
      first.api.call('POST', '/api/import', {
        key: first.key,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(anExport(...copies)).padEnd(bytes),
      });

    expect(rejectionIn(await send(32 * 1024 * 1024 + 1))).toBe('413 body_too_large');
    expect(resultsIn(await send(32 * 1024 * 1024))).toHaveLength(8);
    expect(pageIn(await second.get('/prompts')).data).toHaveLength(9);
  });

  it('restore the deepest nesting that can be published', async () => {
    const [source, target] = [await context().newAuthor(), await context().newAuthor()];
    const nested = (levels: number) => times(levels, Number).reduce<unknown>((inside) => [inside], 1);
    const deepest = {
      content: '{{a}}',
      config: { x: nested(30) },
      variables: [{ name: 'a', type: 'json', default: nested(29) }],
    };
    const deeper = { ...deepest, config: { x: nested(31) } };
    const created = await source.first.createPrompt(deepest);
    expect(rejectionIn(await source.first.put(`/prompts/${created.id}`, deeper))).toBe('422 invalid');
    const exported = expectStatus(200, await source.first.get('/export'));

    const imported = await target.first.post('/import', exported.body);

    expect(resultsIn(imported)).toEqual([`${created.name} created`]);
    expect((await target.second.get('/export')).text).toBe(exported.text);
    const tooDeep = JSON.parse(
      exported.text.replace('"config":{"x":', '"config":{"x":[').replace('},"message"', ']},"message"'),
    );
    expect(detailsIn(await target.first.post('/import', tooDeep))).toMatchObject([{ problem: 'too-deep' }]);
  });
}
