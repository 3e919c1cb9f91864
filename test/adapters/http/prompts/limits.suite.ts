import { expect, it } from 'vitest';
import { aName, dataIn, detailsIn, expectStatus, type PromptsContext, rejectionIn } from './support/client.ts';

const KIB = 1024;

/** The limits of HTTP, and one of the prompt: test/unit/domain has the others. */
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

  it('is 256 KiB of content', async () => {
    const { first, second } = context();
    const content = 'ä'.repeat(128 * KIB);

    const { id } = await first.createPrompt({ content });
    const rejected = await first.post('/prompts', { name: aName(), content: `${content}x` });

    expect(dataIn(await second.get(`/prompts/${id}`))).toMatchObject({ content });
    expect(rejectionIn(rejected)).toBe('422 invalid');
    expect(detailsIn(rejected)).toEqual([{ path: 'content', problem: 'too-large' }]);
  });

  it('is 1 MiB of body', async () => {
    const { first } = context();
    const { id } = await first.createPrompt();
    const patch = (bytes: number) =>
      first.api.call('PATCH', `/api/prompts/${id}`, {
        key: first.key,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ description: 'x' }).padEnd(bytes),
      });

    expectStatus(200, await patch(KIB * KIB));
    expect(rejectionIn(await patch(KIB * KIB + 1))).toBe('413 body_too_large');
  });
}
