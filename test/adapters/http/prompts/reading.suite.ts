import { expect, it } from 'vitest';
import { withoutVolatileHeaders } from '../support/api.ts';
import { aName, dataIn, detailsIn, type PromptsContext, rejectionIn } from './support/client.ts';

export function readingSuite(context: () => PromptsContext): void {
  it('returns the version that the query selects, and how it was resolved', async () => {
    const { first, second } = context();
    const { id, hash } = await first.createPrompt({ content: 'One.', labels: ['production', 'staging'] });
    const two = (await first.post(`/prompts/${id}/versions`, { content: 'Two.' })).body;
    const { hash: latest } = (two as { data: { hash: string } }).data;

    const resolvedBy = async (query: string) => {
      const { resolved, content } = dataIn(await second.get(`/prompts/${id}?${query}`)) as Record<string, unknown>;
      return [content, resolved];
    };

    expect(await resolvedBy('')).toEqual(['One.', { by: 'label', label: 'production', version: 1, hash }]);
    expect(await resolvedBy('label=staging')).toEqual(['One.', { by: 'label', label: 'staging', version: 1, hash }]);
    expect(await resolvedBy('label=latest')).toEqual(['Two.', { by: 'latest', version: 2, hash: latest }]);
    expect(await resolvedBy('version=2')).toEqual(['Two.', { by: 'version', version: 2, hash: latest }]);
  });

  it('accepts a URL-encoded name or an id', async () => {
    const { first, second } = context();
    const name = aName('a/b.c/d_e/f-g');
    const { id } = await first.createPrompt({ name });

    const byId = dataIn(await second.get(`/prompts/${id}`));

    expect(dataIn(await second.get(`/prompts/${encodeURIComponent(name)}`))).toEqual(byId);
    expect((await second.get(`/prompts/${name}`)).status).toBe(404);
  });

  it('returns the version that a label pointed to at a given time, in any offset', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt();
    await first.publish(id, { content: 'Two.' });
    const one = await first.moveLabel(id, 'staging', 1);
    const two = await first.moveLabel(id, 'staging', 2);

    const at = async (time: string) => dataIn(await second.get(`/prompts/${id}?label=staging&at=${time}`));

    expect(await at(one)).toMatchObject({ version: 1, resolved: { by: 'label', label: 'staging', version: 1 } });
    expect(await at(encodeURIComponent(two.replace('Z', '+00:00')))).toMatchObject({ version: 2 });
  });

  it.each([
    ['label=production&version=1', 'version'],
    ['version=1&at=2026-01-01T00:00:00Z', 'at'],
    ['label=Production', 'label'],
    ['label=a&label=b', 'label'],
    ['version=0', 'version'],
    ['version=9999999999', 'version'],
    ['at=yesterday', 'at'],
    ['at=2026-02-30T00:00:00Z', 'at'],
    ['at=2026-01-01', 'at'],
    ['at=1767225600000', 'at'],
    ['colour=red', 'colour'],
    ['__proto__=1', '__proto__'],
  ])('rejects ?%s', async (query, path) => {
    const { first } = context();
    const { id } = await first.createPrompt();

    const response = await first.get(`/prompts/${id}?${query}`);

    expect(rejectionIn(response)).toBe('400 bad_query');
    expect(detailsIn(response)).toEqual([{ path, problem: expect.any(String) }]);
  });

  it('returns the same headers for HEAD', async () => {
    const { first } = context();
    const { id } = await first.createPrompt();

    for (const path of [`/prompts/${id}`, `/prompts/${id}/versions`, `/prompts/${id}/versions/1`, '/prompts/nothing']) {
      const [head, get] = [await first.call('HEAD', path), await first.get(path)];
      expect(withoutVolatileHeaders(head)).toEqual({ ...withoutVolatileHeaders(get), text: '' });
    }
  });
}
