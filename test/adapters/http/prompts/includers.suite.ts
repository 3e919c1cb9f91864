import { expect, it } from 'vitest';
import { detailsIn, expectStatus, type PromptsContext, pageIn, rejectionIn } from './support/client.ts';

const BREAKING = { content: '{{mood}} {{boss}}' };

export function includersSuite(context: () => PromptsContext): void {
  /** A text that `count` prompts include, each with 20 labels. */
  async function anIncluded(count = 1) {
    const { first } = context();
    const { id, name } = await first.createPrompt({ content: '{{mood}}' });
    const labels = Array.from({ length: 20 }, (_, index) => `live-${index}`);
    const includers = await Promise.all(
      Array.from({ length: count }, () => first.createPrompt({ content: `{{> ${name}}}`, labels })),
    );
    return { path: `/prompts/${id}`, id, name, includer: includers[0]?.name };
  }

  it('is protected from a write that would break it, unless that is forced', async () => {
    const { first, second } = context();
    const { path, name, includer } = await anIncluded();
    const problem = { path: `${includer}@live-0`, problem: 'added-required' };

    for (const refused of [
      await second.post(`${path}/versions`, BREAKING),
      await second.put(`/prompts/${name}`, BREAKING),
    ]) {
      expect(rejectionIn(refused)).toBe('409 breaking_change');
      expect(detailsIn(refused)).toHaveLength(20);
      expect(detailsIn(refused)).toContainEqual(problem);
      expect(refused.body).toMatchObject({ error: expect.stringMatching(/^This would break prompts .*boss.*force/) });
      expect(refused.body).not.toHaveProperty('others');
    }
    expectStatus(201, await first.post(`${path}/versions`, { ...BREAKING, force: true }));
    expectStatus(200, await first.put(`/prompts/${name}`, { content: '{{other}}', force: true }));
  });

  it('is named in at most 100 details, and counted beyond', async () => {
    const { path } = await anIncluded(6);

    const refused = await context().first.post(`${path}/versions`, BREAKING);

    expect(detailsIn(refused)).toHaveLength(100);
    expect(refused.body).toMatchObject({ others: 20, error: expect.stringContaining('20 others') });
  });

  it('is protected from an import, whose result says why', async () => {
    const [source, target] = [await context().newAuthor(), await context().newAuthor()];
    await source.first.createPrompt({ name: 'tone', content: '{{mood}}' });
    await target.first.post('/import', (await source.first.get('/export')).body);
    await target.first.createPrompt({ name: 'reply', content: '{{> tone}}', labels: ['live'] });
    await source.first.publish('tone', BREAKING);
    const { body } = await source.first.get('/export');
    const details = [{ path: 'reply@live', problem: 'added-required' }];

    for (const mode of ['merge&dryRun=true', 'merge']) {
      const { data } = pageIn(await target.second.post(`/import?mode=${mode}`, body));
      expect(data).toMatchObject([{ name: 'tone', result: 'breaking', details, warnings: [] }]);
    }
    const forced = await target.second.post('/import?mode=merge&force=true', body);
    expect(pageIn(forced).data).toEqual([{ name: 'tone', result: 'merged', warnings: [] }]);
  });

  it('is listed page by page, with what it follows', async () => {
    const { first, second } = context();
    const { path, name, includer } = await anIncluded(3);

    const one = pageIn(expectStatus(200, await first.get(`${path}/includers?limit=2`)));
    const rest = pageIn(expectStatus(200, await second.get(`${path}/includers?limit=2&cursor=${one.nextCursor}`)));

    const all = [...one.data, ...rest.data];
    expect(all.map((row) => row['name'])).toEqual(all.map((row) => row['name']).toSorted());
    expect(rest.nextCursor).toBeNull();
    expect(all.find((row) => row['name'] === includer)).toEqual({
      promptId: expect.stringMatching(/^p_/),
      name: includer,
      version: 1,
      labels: Array.from({ length: 20 }, (_, index) => `live-${index}`).toSorted(),
      latest: true,
      include: name,
      state: 'follows',
    });
    for (const cursor of ['x', 'i0.', 'i0.A', 'i-1.a']) {
      expect(rejectionIn(await first.get(`${path}/includers?cursor=${cursor}`))).toBe('400 bad_query');
    }
    expect(rejectionIn(await first.get('/prompts/none/includers'))).toBe('404 prompt_not_found');
  });

  it('is named in the impact of a change, which writes nothing', async () => {
    const { first, second } = context();
    const { path, id, name, includer } = await anIncluded();

    const found = expectStatus(200, await second.post(`${path}/impact`, BREAKING));

    const breaking = [{ path: 'boss', problem: 'added-required', message: 'Variable boss is now required.' }];
    const entry = (label: string) => ({ name: includer, label, include: name, state: 'follows', breaking });
    const data = expect.arrayContaining([entry('live-0'), entry('latest')]);
    expect(found.body).toEqual({ data, affected: 21, truncated: false });
    const move = { version: 1, label: 'production' };
    expect((await first.post(`${path}/impact`, move)).body).toEqual({ data: [], affected: 0, truncated: false });
    expect((await first.get(path)).body).toMatchObject({ data: { id, latestVersion: 1 } });
  });

  it.each<[string, string, object, string]>([
    ['404 prompt_not_found', '/prompts/none/impact', BREAKING, ''],
    ['404 version_not_found', '', { version: 2 }, ''],
    ['409 type_mismatch', '', { messages: [] }, ''],
    ['422 invalid', '', { content: '{{#a}}' }, 'content'],
    ['422 invalid', '', { version: 1, content: 'x' }, 'content'],
    ['422 invalid', '', { version: 1, label: 'latest' }, 'label'],
    ['422 invalid', '', {}, 'content'],
  ])('has no impact, but %s, at %s for %j', async (rejection, given, body, path) => {
    const { first } = context();
    const { id } = await first.createPrompt({ content: '{{mood}}' });

    const refused = await first.post(given === '' ? `/prompts/${id}/impact` : given, body);

    expect(rejectionIn(refused)).toBe(rejection);
    if (path !== '') expect(detailsIn(refused)).toMatchObject([{ path: expect.stringContaining(path) }]);
  });
}
