import { expect, it } from 'vitest';
import { dataIn, detailsIn, expectStatus, type PromptsContext, rejectionIn } from './support/client.ts';

/** The limits of HTTP: test/unit/domain has those of a prompt. */
export function limitsSuite(context: () => PromptsContext): void {
  it('for the names in a 409 included_by is 100, with the number of the others', async () => {
    const { first } = await context().newAuthor();
    await first.createPrompt({ name: 'part' });
    for (let index = 100; index < 203; index += 1) {
      await first.createPrompt({ name: `p${index}`, content: '{{> part}}' });
    }

    const response = await first.delete('/prompts/part');

    expect(rejectionIn(response)).toBe('409 included_by');
    expect(detailsIn(response)).toHaveLength(101);
    expect(detailsIn(response).at(-1)).toEqual({ path: '', problem: 'included' });
  });

  it('is 64 KiB of config', async () => {
    const { first, second } = context();
    const config = { tools: 'x'.repeat(64 * 1024 - 12) };

    const { id } = await first.createPrompt({ config });
    const larger = await first.post(`/prompts/${id}/versions`, { content: 'y', config: { tools: `${config.tools}x` } });

    expect(dataIn(await second.get(`/prompts/${id}`))).toMatchObject({ config });
    expect(larger.body).toMatchObject({ error: 'Field config must have at most 64 KiB.' });
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

    expectStatus(200, await patch(1024 * 1024));
    expect(rejectionIn(await patch(1024 * 1024 + 1))).toBe('413 body_too_large');
  });
}
