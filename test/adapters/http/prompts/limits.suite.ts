import { expect, it } from 'vitest';
import { aName, dataIn, detailsIn, expectStatus, type PromptsContext, rejectionIn } from './support/client.ts';

const KIB = 1024;

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Fields at a limit, fields beyond it, and the resulting detail. */
type Fields = Readonly<Record<string, unknown>>;

const LIMITS: readonly (readonly [string, Fields, Fields, { path: string; problem: unknown }])[] = [
  [
    '256 KiB of content',
    { content: 'ä'.repeat(128 * KIB) },
    { content: `${'ä'.repeat(128 * KIB)}x` },
    { path: 'content', problem: 'too-large' },
  ],
  [
    '200 messages',
    { messages: times(200, () => ({ role: 'user', content: '' })) },
    { messages: times(201, () => ({ role: 'user', content: '' })) },
    { path: 'messages', problem: 'too-many' },
  ],
  [
    '256 KiB of messages',
    { messages: times(2, () => ({ role: 'user', content: 'x'.repeat(128 * KIB) })) },
    { messages: times(2, (index) => ({ role: 'user', content: 'x'.repeat(128 * KIB + index) })) },
    { path: 'messages', problem: 'too-large' },
  ],
  [
    '10,000 tags',
    { content: '{{a}}'.repeat(10_000) },
    { content: '{{a}}'.repeat(10_001) },
    { path: 'content', problem: 'has more than 10000 tags' },
  ],
  [
    '16 KiB of config',
    { config: { a: 'x'.repeat(16 * KIB - 8) } },
    { config: { a: 'x'.repeat(16 * KIB - 7) } },
    { path: 'config', problem: 'too-large' },
  ],
  [
    '20 tags',
    { tags: times(20, (i) => `t${i}`) },
    { tags: times(21, (i) => `t${i}`) },
    { path: 'tags', problem: 'too-many' },
  ],
  [
    '36 characters of a tag',
    { tags: ['9'.repeat(36)] },
    { tags: ['9'.repeat(37)] },
    { path: 'tags.0', problem: 'malformed' },
  ],
  [
    '36 characters of a label',
    { labels: ['a'.repeat(36)] },
    { labels: ['a'.repeat(37)] },
    { path: 'labels.0', problem: 'malformed' },
  ],
  [
    '500 characters of message',
    { message: '🦁'.repeat(500) },
    { message: '🦁'.repeat(501) },
    { path: 'message', problem: 'too-long' },
  ],
  [
    '64 characters of a variable',
    { content: `{{${'a'.repeat(64)}}}`, variables: [{ name: 'a'.repeat(64), type: 'string', required: true }] },
    { content: '', variables: [{ name: 'a'.repeat(65), type: 'string', required: true }] },
    { path: 'variables.0.name', problem: 'malformed' },
  ],
  [
    '32 sections deep',
    { content: `${'{{#a}}'.repeat(32)}${'{{/a}}'.repeat(32)}` },
    { content: `${'{{#a}}'.repeat(33)}${'{{/a}}'.repeat(33)}` },
    { path: 'content', problem: expect.stringMatching(/^section a is nested deeper than 32 sections/) },
  ],
];

export function limitsSuite(context: () => PromptsContext): void {
  it('for the names in a 409 included_by is 100, with the number of the others', async () => {
    const { first } = await context().newAuthor();
    await first.createPrompt({ name: 'part' });
    for (let index = 100; index < 203; index += 1) {
      await first.createPrompt({ name: `p${index}`, content: '{{> part}}' });
    }

    const response = await first.delete('/prompts/part');

    expect(rejectionIn(response)).toBe('409 included_by');
    const details = detailsIn(response) as readonly { path: string }[];
    expect(details.map(({ path }) => path)).toEqual([
      ...Array.from({ length: 100 }, (_, index) => `p${index + 100}`),
      '',
    ]);
    expect(details.at(-1)).toEqual({ path: '', problem: '3 other prompts include it, too' });
  });

  it.each(LIMITS)('is %s', async (_, fits, exceeds, detail) => {
    const { first, second } = context();

    const { id } = await first.createPrompt(fits);
    const rejected = await first.post('/prompts', {
      name: aName(),
      ...('messages' in exceeds ? {} : { content: '' }),
      ...exceeds,
    });

    expect(dataIn(await second.get(`/prompts/${id}`))).toMatchObject(withoutLabels(fits));
    expect(rejectionIn(rejected)).toBe('422 invalid');
    expect(detailsIn(rejected)).toEqual([detail]);
  });

  it('is 1 MiB of included content together', async () => {
    const { first, second } = context();
    const parts = await Promise.all(times(4, () => first.createPrompt({ content: 'x'.repeat(256 * KIB) })));
    const { id, name } = await first.createPrompt({ content: '' });
    const content = `{{#shown}}${[...parts.map((part) => part.name), name].map((part) => `{{> ${part}}}`).join('')}{{/shown}}`;
    const whole = await first.createPrompt({ content });
    expectStatus(200, await second.post(`/prompts/${whole.id}/render`, {}));

    await first.publish(id, { content: 'x' });
    const rejected = await first.post('/prompts', { name: aName(), content });
    const rendering = await second.post(`/prompts/${whole.id}/render`, {});

    expect(rejectionIn(rejected)).toBe('422 invalid');
    expect(detailsIn(rejected)).toEqual([{ path: 'includes', problem: 'have more than 1024 KiB of content together' }]);
    expect(rejectionIn(rendering)).toBe('422 render_too_large');
    expect(detailsIn(rendering)).toEqual([{ path: '', problem: 'include-bytes' }]);
  });

  it('is 128 characters and five segments of a name', async () => {
    const { first } = context();
    const start = `${aName()}/b/c/d/`;
    const longest = start + 'e'.repeat(128 - start.length);

    expectStatus(201, await first.post('/prompts', { name: longest, content: '' }));

    const details = async (name: string) => detailsIn(await first.post('/prompts', { name, content: '' }));
    expect(await details(`${longest}e`)).toEqual([{ path: 'name', problem: 'too-long' }]);
    expect(await details('a/b/c/d/e/f')).toEqual([{ path: 'name', problem: 'too-many-segments' }]);
    expect(await details('p_1700000000000_abcdef')).toEqual([{ path: 'name', problem: 'looks-like-an-id' }]);
    for (const name of ['', '/', 'a/', '/a', 'a//b', 'A', 'ä', '.a', '-a', 'a b', 'a@1', '..', 'a/../b', 'a\n']) {
      expect(await details(name)).toEqual([{ path: 'name', problem: 'malformed' }]);
    }
  });

  it('is 1 MiB of body', async () => {
    const { first } = context();
    const { id } = await first.createPrompt();
    const body = (bytes: number) => JSON.stringify({ description: 'x' }).padEnd(bytes);
    const patch = (bytes: number) =>
      first.api.call('PATCH', `/api/prompts/${id}`, {
        key: first.key,
        headers: { 'Content-Type': 'application/json' },
        body: body(bytes),
      });

    expectStatus(200, await patch(KIB * KIB));
    expect(rejectionIn(await patch(KIB * KIB + 1))).toBe('413 body_too_large');
  });

  it('is 32 levels of JSON', async () => {
    const { first } = context();
    const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

    expectStatus(201, await first.post('/prompts', { name: aName(), content: '', config: { a: nested(30) } }));
    const rejected = await first.post('/prompts', { name: aName(), content: '', config: { a: nested(31) } });

    expect(rejectionIn(rejected)).toBe('422 invalid');
    expect(detailsIn(rejected)).toMatchObject([{ problem: 'is nested deeper than 32 levels' }]);
  });

  it('excludes NUL and lone surrogates in any field', async () => {
    const { first } = context();

    for (const text of ['\0', '\ud800', 'a\udc00b']) {
      for (const fields of [
        { content: text },
        { description: text },
        { config: { a: [text] } },
        { config: { [text]: 1 } },
      ]) {
        expect(rejectionIn(await first.post('/prompts', { name: aName(), content: '', ...fields }))).toBe(
          '422 invalid',
        );
      }
    }
  });
}

/** Labels are sent as a list and returned as an object. */
const withoutLabels = ({ labels: _, ...rest }: Fields): Fields => rest;
