import { expect, it } from 'vitest';
import { type Client, detailsIn, expectStatus, type PromptsContext, rejectionIn } from '../prompts/support/client.ts';
import { createExamples } from '../prompts/transfer.suite.ts';

const NDJSON = 'application/x-ndjson';
const HEADER = '{"format":"prompthold-export","version":1}';

const exportLines = async (client: Client): Promise<readonly string[]> => {
  const { text } = expectStatus(200, await client.get('/export', { Accept: NDJSON }));
  expect(text.endsWith('\n')).toBe(true);
  return text.trimEnd().split('\n');
};

const sendLines = (client: Client, lines: readonly string[], query = '') =>
  client.api.call('POST', `/api/import${query}`, {
    key: client.key,
    headers: { 'Content-Type': NDJSON },
    body: lines.join('\n'),
  });

const importLines = async (...sent: Parameters<typeof sendLines>): Promise<readonly Record<string, unknown>[]> => {
  const { text, headers } = expectStatus(200, await sendLines(...sent));
  expect(headers.get('Content-Type')).toBe(NDJSON);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

export function transferLinesSuite(context: () => PromptsContext): void {
  it('copy everything to another account, included prompts first', async () => {
    const [source, target] = [await context().newAuthor(), await context().newAuthor()];
    await createExamples(source.first);

    const [header, ...prompts] = await exportLines(source.second);
    const results = await importLines(target.first, [header ?? '', ...prompts]);

    expect(header).toBe(HEADER);
    expect(prompts.map((line) => JSON.parse(line).name)).toEqual(['chat', 'team/part', 'a-whole']);
    expect(results).toEqual([
      { line: 2, name: 'chat', result: 'created', warnings: [] },
      { line: 3, name: 'team/part', result: 'created', warnings: [] },
      { line: 4, name: 'a-whole', result: 'created', warnings: [] },
    ]);
    expect((await target.second.get('/export')).text).toBe((await source.first.get('/export')).text);
  });

  it('warn of what looks like a tag in the newest version, as the document in one piece does', async () => {
    const [source, target] = [await context().newAuthor(), await context().newAuthor()];
    const { first } = source;
    const { id } = await first.createPrompt({ name: 'a', messages: [{ role: 'user', content: '{{! old }}' }] });
    await first.publish(id, { messages: [{ role: 'user', content: 'Hi\n{{first-name}}' }] });
    const warnings = [
      { path: 'versions.1.messages.0.content', line: 2, column: 1, problem: 'name', text: '{{first-name}}' },
    ];

    const lines = await exportLines(first);
    const document = (await first.get('/export')).body;

    expect(await importLines(target.first, lines)).toEqual([{ line: 2, name: 'a', result: 'created', warnings }]);
    expect(await importLines(target.first, lines, '?mode=merge')).toMatchObject([{ result: 'unchanged', warnings }]);
    expect(await target.first.post('/import', document)).toMatchObject({
      body: { data: [{ name: 'a', result: 'skipped', warnings: [] }] },
    });
    expect(await (await context().newAuthor()).first.post('/import', document)).toMatchObject({
      body: { data: [{ name: 'a', result: 'created', warnings }] },
    });
  });

  it('report a broken line with its number, and import the others', async () => {
    const [source, target] = [await context().newAuthor(), await context().newAuthor()];
    await createExamples(source.first);
    const [header = '', chat = '', part = '', whole = ''] = await exportLines(source.first);

    const results = await importLines(target.first, [header, '', chat, '{"name":', whole, part, '{"name":1}', whole]);

    expect(results).toMatchObject([
      { line: 3, name: 'chat', result: 'created', warnings: [] },
      { line: 4, code: 'malformed_json' },
      { line: 5, code: 'invalid', details: [{ message: expect.stringContaining('include team/part') }, {}] },
      { line: 6, name: 'team/part', result: 'created', warnings: [] },
      { line: 7, code: 'invalid', details: expect.arrayContaining([expect.objectContaining({ path: 'name' })]) },
      { line: 8, name: 'a-whole', result: 'created', warnings: [] },
    ]);
  });

  it('follow mode and dryRun', async () => {
    const [source, target] = [await context().newAuthor(), await context().newAuthor()];
    await createExamples(source.first);
    const lines = await exportLines(source.first);
    const resultsOf = async (query: string) =>
      (await importLines(target.first, lines, query)).map(({ result }) => result);

    expect(await resultsOf('?dryRun=true')).toEqual(['created', 'created', 'created']);
    expect(await resultsOf('?mode=skip')).toEqual(['created', 'created', 'created']);
    expect(await resultsOf('?mode=merge')).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });

  it('include prompts of many megabytes', async () => {
    const [source, target] = [await context().newAuthor(), await context().newAuthor()];
    const { id } = await source.first.createPrompt({ name: 'large', content: 'ä'.repeat(100_000) });
    for (let version = 2; version <= 8; version += 1) {
      await source.first.publish(id, { content: `${version} ${'ä'.repeat(100_000)}`, labels: ['production'] });
    }

    expect(await importLines(target.first, await exportLines(source.first))).toEqual([
      { line: 2, name: 'large', result: 'created', warnings: [] },
    ]);
    expect((await target.second.get('/export')).text).toBe((await source.first.get('/export')).text);
  });

  it.each([
    ['no lines', [], '422 invalid'],
    ['no header', ['{"name":"a"}'], '422 invalid'],
    ['another version', ['{"format":"prompthold-export","version":2}'], '422 invalid'],
    ['a broken header', ['{'], '400 malformed_json'],
  ])('reject a body with %s', async (_case, lines, rejection) => {
    expect(rejectionIn(await sendLines(context().first, lines))).toBe(rejection);
  });

  it('accept a header alone, and leave JSON the default', async () => {
    const { first } = await context().newAuthor();

    expect(await exportLines(first)).toEqual([HEADER]);
    const response = await fetch(new URL('/api/import', first.api.url), {
      method: 'POST',
      headers: { Authorization: `Bearer ${first.key}`, 'Content-Type': NDJSON },
      body: HEADER,
    });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect((await first.get('/export', { Accept: '*/*' })).headers.get('Content-Type')).toContain('application/json');
    expect(detailsIn(await first.post('/import', {}))).not.toEqual([]);
  });
}
