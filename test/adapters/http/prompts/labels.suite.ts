import { expect, it } from 'vitest';
import {
  anEtag,
  dataIn,
  detailsIn,
  expectStatus,
  movedAtIn,
  type PromptsContext,
  pageIn,
  rejectionIn,
} from './support/client.ts';

export function labelsSuite(context: () => PromptsContext): void {
  it('is set on a version and moved to another', async () => {
    const { first, second } = context();
    const { id, name } = await first.createPrompt();
    await first.publish(id, { content: 'Two.' });

    const put = expectStatus(200, await first.put(`/prompts/${name}/labels/production`, { version: 1 }));
    const moved = expectStatus(
      200,
      await second.put(`/prompts/${id}/labels/production`, { version: 2, message: 'go' }),
    );

    expect(dataIn(put)).toEqual({ label: 'production', version: 1, previous: null, movedAt: movedAtIn(put) });
    expect(dataIn(moved)).toEqual({ label: 'production', version: 2, previous: 1, movedAt: movedAtIn(moved) });
    expect(moved.headers.get('ETag')).toEqual(anEtag(id, 4, 2));
    expect(movedAtIn(moved) > movedAtIn(put)).toBe(true);
  });

  it('keeps its history when it is removed', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ labels: ['production'], message: 'first' });

    expect(expectStatus(204, await second.delete(`/prompts/${id}/labels/production`)).text).toBe('');

    expect(rejectionIn(await first.get(`/prompts/${id}?label=production`))).toBe('404 label_not_found');
    const history = dataIn(await first.get(`/prompts/${id}/labels/production/history`));
    expect(history).toEqual([
      { version: null, previous: 1, movedAt: expect.any(String), by: 'api', message: '' },
      { version: 1, previous: null, movedAt: expect.any(String), by: 'api', message: 'first' },
    ]);
    expect(rejectionIn(await first.delete(`/prompts/${id}/labels/production`))).toBe('404 label_not_found');
    expect(dataIn(expectStatus(200, await second.post(`/prompts/${id}/labels/production/rollback`)))).toMatchObject({
      version: 1,
      previous: null,
    });
  });

  it('is rolled back as a new move, even to a breaking version, without a Content-Type', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ content: '{{a}}', labels: ['production'] });
    await first.publish(id, { content: '{{b}}' });
    await first.moveLabel(id, 'production', 2, true);

    const back = expectStatus(200, await second.post(`/prompts/${id}/labels/production/rollback`));

    expect(dataIn(back)).toMatchObject({ label: 'production', version: 1, previous: 2 });
    expect(back.headers.get('ETag')).toEqual(anEtag(id, 4, 1));
    expect(dataIn(await first.get(`/prompts/${id}/labels/production/history`))).toHaveLength(3);
  });

  it('is rolled back only to the previous version, and rejects a body that names another', async () => {
    const { first } = context();
    const { id } = await first.createPrompt({ labels: ['production'] });
    for (const content of ['Two.', 'Three.']) await first.publish(id, { content, labels: ['production'] });
    const path = `/prompts/${id}/labels/production/rollback`;
    const send = (headers: Record<string, string>, body: string) =>
      first.api.call('POST', `/api${path}`, { key: first.key, headers, body });

    const withVersion = await first.post(path, { version: 1, message: 'why' });

    expect(rejectionIn(withVersion)).toBe('422 invalid');
    expect(detailsIn(withVersion)).toMatchObject([{ path: 'version' }, { path: 'message' }]);
    expect(rejectionIn(await send({ 'Content-Type': 'application/json' }, '{'))).toBe('400 malformed_json');
    expect(rejectionIn(await send({ 'Content-Type': 'text/plain' }, 'back'))).toBe('415 unsupported_media_type');
    expect(dataIn(expectStatus(200, await first.post(path, {})))).toMatchObject({ version: 2, previous: 3 });
    expect(dataIn(expectStatus(200, await send({ 'Content-Type': 'text/plain' }, '')))).toMatchObject({ version: 3 });
  });

  it('has a paginated history, newest first, with a link to the next page', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ content: 'One.' });
    await first.publish(id, { content: 'Two.' });
    for (const version of [1, 2, 1, 2, 1]) await first.moveLabel(id, 'production', version);
    const path = `/prompts/${id}/labels/production/history`;

    const newest = await first.get(`${path}?limit=2`);
    const [, link = ''] = /^<(.+)>; rel="next"$/.exec(newest.headers.get('Link') ?? '') ?? [];
    const middle = await first.api.get(link, { key: first.key });
    const oldest = await second.get(`${path}?limit=2&cursor=${pageIn(middle).nextCursor}`);

    expect(link).toBe(`${first.api.url}/api${path}?limit=2&cursor=${pageIn(newest).nextCursor}`);
    const whole = pageIn(await second.get(path)).data;
    expect([newest, middle, oldest].flatMap((response) => pageIn(response).data)).toEqual(whole);
    expect(whole.map(({ version }) => version)).toEqual([1, 2, 1, 2, 1]);
    expect(pageIn(oldest).nextCursor).toBeNull();
    const times = whole.map(({ movedAt }) => movedAt);
    expect(new Set(times).size).toBe(5);
    expect(times.toSorted().reverse()).toEqual(times);
  });

  it('is not found before it is set', async () => {
    const { first } = context();
    const { id } = await first.createPrompt();

    const responses = [
      await first.get(`/prompts/${id}/labels/staging/history`),
      await first.delete(`/prompts/${id}/labels/staging`),
      await first.post(`/prompts/${id}/labels/staging/rollback`),
      // Reading an invalid label is 404 too.
      await first.get(`/prompts/${id}/labels/Staging/history`),
      await first.get(`/prompts/${id}/labels/latest/history`),
    ];

    expect(responses.map(rejectionIn)).toEqual(responses.map(() => '404 label_not_found'));
  });

  it('requires an existing prompt and version', async () => {
    const { first } = context();
    const { id } = await first.createPrompt();

    expect(rejectionIn(await first.put(`/prompts/${id}/labels/new`, { version: 2 }))).toBe('404 version_not_found');
    expect(rejectionIn(await first.put(`/prompts/${id}/labels/new`, { version: 9_007_199_254_740_991 }))).toBe(
      '404 version_not_found',
    );
    const responses = [
      await first.put('/prompts/nothing/labels/new', { version: 1 }),
      await first.delete('/prompts/nothing/labels/new'),
      await first.post('/prompts/nothing/labels/new/rollback'),
      await first.get('/prompts/nothing/labels/new/history'),
    ];
    expect(responses.map(rejectionIn)).toEqual(responses.map(() => '404 prompt_not_found'));
  });

  it.each([
    ['latest', 'reserved'],
    ['a%2Fb', 'malformed'],
  ])('cannot be named %s', async (label, problem) => {
    const { first } = context();
    const { id } = await first.createPrompt();

    const responses = [
      await first.put(`/prompts/${id}/labels/${label}`, { version: 1 }),
      await first.delete(`/prompts/${id}/labels/${label}`),
      await first.post(`/prompts/${id}/labels/${label}/rollback`),
    ];

    expect(responses.map(rejectionIn)).toEqual(responses.map(() => '422 invalid'));
    expect(responses.map(detailsIn)).toEqual(responses.map(() => [{ path: 'label', problem }]));
  });
}
