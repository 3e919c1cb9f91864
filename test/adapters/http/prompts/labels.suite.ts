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

  it('records no move to the version that it already points to', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt();
    const put = await first.put(`/prompts/${id}/labels/production`, { version: 1, message: 'go' });

    const again = await second.put(`/prompts/${id}/labels/production`, { version: 1, message: 'again' });

    expect([again.status, again.headers.get('ETag'), dataIn(again)]).toEqual([
      200,
      put.headers.get('ETag'),
      dataIn(put),
    ]);
    expect(dataIn(await second.get(`/prompts/${id}/labels/production/history`))).toHaveLength(1);
  });

  it.each([
    ['removes a variable', '{{a}} {{b}}', '{{a}}', [{ path: 'b', problem: 'removed' }]],
    ['adds a required one', '{{a}}', '{{a}} {{b}}', [{ path: 'b', problem: 'added-required' }]],
    ['changes a type', '{{a}}', '{{a.b}}', [{ path: 'a', problem: 'type-changed' }]],
    ['reads another member', '{{a.b}}', '{{a.b}} {{a.c}}', [{ path: 'a.c', problem: 'member-added' }]],
    [
      'reads another member of items',
      '{{#a}}{{.b}}{{/a}}',
      '{{#a}}{{.c}}{{/a}}',
      [{ path: 'a.*.c', problem: 'member-added' }],
    ],
  ])('is not moved to a version that %s, unless forced', async (_, before, after, details) => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ content: before, labels: ['production'] });
    await first.publish(id, { content: after });

    const rejected = await second.put(`/prompts/${id}/labels/production`, { version: 2 });

    expect(rejectionIn(rejected)).toBe('409 breaking_change');
    expect(detailsIn(rejected)).toEqual(details);
    expect(dataIn(await first.get(`/prompts/${id}`))).toMatchObject({ version: 1 });
    expectStatus(200, await second.put(`/prompts/${id}/labels/production`, { version: 2, force: true }));
  });

  it('is not moved to a version with a narrowed enum, unless forced', async () => {
    const { first, second } = context();
    const tone = (...values: string[]) => [{ name: 'tone', enum: values }];
    const { id } = await first.createPrompt({
      content: '{{tone}}',
      variables: tone('kind', 'curt'),
      labels: ['production'],
    });
    await first.publish(id, { content: '{{tone}}', variables: tone('kind') });

    const rejected = await second.put(`/prompts/${id}/labels/production`, { version: 2 });

    expect(rejectionIn(rejected)).toBe('409 breaking_change');
    expect(detailsIn(rejected)).toEqual([{ path: 'tone', problem: 'enum-narrowed' }]);
    expectStatus(200, await second.put(`/prompts/${id}/labels/production`, { version: 2, force: true }));
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

  it('cannot be rolled back after its first move', async () => {
    const { first } = context();
    const { id } = await first.createPrompt({ labels: ['production'] });

    const response = await first.post(`/prompts/${id}/labels/production/rollback`);

    expect(rejectionIn(response)).toBe('409 nothing_to_roll_back');
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

  it('is moved atomically by concurrent requests', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ content: 'One.' });
    for (const content of ['2', '3', '4']) await first.publish(id, { content });

    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? first : second).put(`/prompts/${id}/labels/production`, { version: (index % 4) + 1 }),
      ),
    );

    const { data } = pageIn(await second.get(`/prompts/${id}/labels/production/history`));
    const steps = data.toReversed().map(({ previous, version }) => [previous, version]);
    expect(steps.map(([previous]) => previous)).toEqual([null, ...steps.slice(0, -1).map(([, version]) => version)]);
    expect(dataIn(await first.get(`/prompts/${id}`))).toMatchObject({ version: data[0]?.['version'] });
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
    ['Production', 'malformed'],
    ['1st', 'malformed'],
    [`a${'b'.repeat(36)}`, 'malformed'],
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

  it('may have any name that begins with a letter', async () => {
    const { first } = context();
    const labels = ['a', 'constructor', `z${'9'.repeat(35)}`, 'v1.2_rc-3'];

    const { id } = await first.createPrompt({ labels });

    const { labels: stored } = dataIn(await first.get(`/prompts/${id}`)) as { labels: object };
    expect(stored).toEqual(Object.fromEntries(labels.map((label) => [label, 1])));
  });
}
