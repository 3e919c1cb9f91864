import { expect, it } from 'vitest';
import { withoutVolatileHeaders } from '../support/api.ts';
import { aName, dataIn, detailsIn, expectStatus, type PromptsContext, rejectionIn } from './support/client.ts';

export function readingSuite(context: () => PromptsContext): void {
  it('returns the version labelled production, or else the latest, and how it was resolved', async () => {
    const { first, second } = context();
    const { id, hash } = await first.createPrompt({ content: 'One.' });
    await first.publish(id, { content: 'Two.' });

    const latest = dataIn(await second.get(`/prompts/${id}`));
    await first.moveLabel(id, 'production', 1);
    const production = dataIn(await second.get(`/prompts/${id}`));

    expect(latest).toMatchObject({ version: 2, resolved: { by: 'latest', version: 2 } });
    expect(latest).not.toHaveProperty('resolved.label');
    expect(production).toMatchObject({ version: 1, content: 'One.', hash });
    expect(production).toHaveProperty('resolved', { by: 'label', label: 'production', version: 1, hash });
  });

  it('returns the requested version or label', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ content: 'One.', labels: ['production', 'staging'] });
    await first.publish(id, { content: 'Two.' });

    const resolved = async (query: string) => {
      const { resolved, content } = dataIn(await second.get(`/prompts/${id}?${query}`)) as Record<string, object>;
      const { hash: _, ...rule } = resolved as { hash: string };
      return [content, rule];
    };

    expect(await resolved('version=2')).toEqual(['Two.', { by: 'version', version: 2 }]);
    expect(await resolved('label=staging')).toEqual(['One.', { by: 'label', label: 'staging', version: 1 }]);
    expect(await resolved('label=latest')).toEqual(['Two.', { by: 'latest', version: 2 }]);
  });

  it('returns 404 for a missing prompt, version or label, never a fallback', async () => {
    const { first } = context();
    const { id } = await first.createPrompt({ labels: ['production'] });

    expect(rejectionIn(await first.get(`/prompts/${id}?label=staging`))).toBe('404 label_not_found');
    expect(rejectionIn(await first.get(`/prompts/${id}?version=2`))).toBe('404 version_not_found');
    for (const reference of ['nothing', 'p_1700000000000_zzzzzz', 'No%20Name', '%E0%A4%A', 'a%2F%2Fb', '%00']) {
      expect(rejectionIn(await first.get(`/prompts/${reference}`))).toBe('404 prompt_not_found');
    }
  });

  it('accepts a URL-encoded name or an id', async () => {
    const { first, second } = context();
    const name = aName('a/b.c/d_e/f-g');
    const { id } = await first.createPrompt({ name });

    const byId = dataIn(await second.get(`/prompts/${id}`));

    expect(dataIn(await second.get(`/prompts/${encodeURIComponent(name)}`))).toEqual(byId);
    expect((await second.get(`/prompts/${name}`)).status).toBe(404);
  });

  it('returns the version that a label pointed to at a given time, inclusive', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ content: 'One.' });
    await first.publish(id, { content: 'Two.' });
    const one = await first.moveLabel(id, 'staging', 1);
    const two = await first.moveLabel(id, 'staging', 2);
    const before = new Date(Date.parse(one) - 1).toISOString();

    const at = async (time: string) => dataIn(await second.get(`/prompts/${id}?label=staging&at=${time}`));

    expect(await at(one)).toMatchObject({ version: 1, resolved: { by: 'label', label: 'staging', version: 1 } });
    expect(await at(encodeURIComponent(two.replace('Z', '+00:00')))).toMatchObject({ version: 2 });
    expect(rejectionIn(await second.get(`/prompts/${id}?label=staging&at=${before}`))).toBe('404 label_not_found');
    expectStatus(204, await first.delete(`/prompts/${id}/labels/staging`));
    expect(await at(two)).toMatchObject({ version: 2 });
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
