import { expect, it } from 'vitest';
import {
  aName,
  anEtag,
  dataIn,
  detailsIn,
  expectStatus,
  movedAtIn,
  type PromptsContext,
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

  it('is listed and read with its version, the time of its last move and whether it is protected', async () => {
    const { first, second } = context();
    const { id, name } = await first.createPrompt({ labels: ['staging'] });
    await first.publish(id, { content: 'Two.', labels: ['production'] });
    const movedAt = await second.moveLabel(id, 'staging', 2);
    const staging = { label: 'staging', version: 2, movedAt, protected: false };

    const listed = expectStatus(200, await first.get(`/prompts/${name}/labels`));
    const read = expectStatus(200, await second.get(`/prompts/${id}/labels/staging`));
    const others = [
      await first.get(`/prompts/${name}/labels/canary`),
      await first.get(`/prompts/${name}/labels/latest`),
      await first.get(`/prompts/${name}/labels/No`),
    ];

    const production = { label: 'production', version: 2, movedAt: expect.any(String), protected: false };
    expect(listed.body).toEqual({ data: [production, staging] });
    expect(read.body).toEqual({ data: staging });
    expect(others.map(rejectionIn)).toEqual(others.map(() => '404 label_not_found'));
    expect(others[0]?.body).toMatchObject({
      error: `${name} has no label canary. Its labels: production, staging, latest.`,
    });
    expectStatus(204, await first.delete(`/prompts/${id}/labels/production`));
    expect(dataIn(await first.get(`/prompts/${name}/labels`))).toEqual([staging]);
    expect(rejectionIn(await first.get(`/prompts/${aName()}/labels`))).toBe('404 prompt_not_found');
  });

  it('keeps its history when it is removed', async () => {
    const { first, second } = context();
    const { id, hash } = await first.createPrompt({ labels: ['production'], message: 'first' });

    expect(expectStatus(204, await second.delete(`/prompts/${id}/labels/production`)).text).toBe('');

    const history = dataIn(await first.get(`/prompts/${id}/labels/production/history`));
    expect(history).toEqual([
      { version: null, previous: 1, movedAt: expect.any(String), by: 'api', message: '', fingerprint: null },
      { version: 1, previous: null, movedAt: expect.any(String), by: 'api', message: 'first', fingerprint: hash },
    ]);
    expect(rejectionIn(await first.delete(`/prompts/${id}/labels/production`))).toBe('404 label_not_found');
  });

  it('is rolled back, with a body only from the version that it names, and rejects other fields', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ labels: ['production'] });
    for (const content of ['Two.', 'Three.']) await first.publish(id, { content, labels: ['production'] });
    const path = `/prompts/${id}/labels/production/rollback`;
    const send = (type: string, body: string) =>
      first.api.call('POST', `/api${path}`, { key: first.key, headers: { 'Content-Type': type }, body });

    const withVersion = await first.post(path, { version: 1, message: 'why' });
    const malformed = await send('application/json', '{');
    const text = await send('text/plain', 'back');
    const back = expectStatus(200, await second.post(path));

    expect(rejectionIn(withVersion)).toBe('422 invalid');
    expect(detailsIn(withVersion)).toMatchObject([{ path: 'version' }, { path: 'message' }]);
    expect([malformed, text].map(rejectionIn)).toEqual(['400 malformed_json', '415 unsupported_media_type']);
    expect(dataIn(back)).toMatchObject({ label: 'production', version: 2, previous: 3, breaking: [] });
    expect(back.headers.get('ETag')).toEqual(anEtag(id, 4, 2));
    expect(rejectionIn(await first.post(path, { from: 3 }))).toBe('409 precondition_failed');
    expect(dataIn(await first.post(path, { from: 2 }))).toMatchObject({ version: 1 });
    expect(rejectionIn(await first.post(path, {}))).toBe('409 nothing_to_roll_back');
    await first.moveLabel(id, 'production', 3);
    expect(dataIn(await send('text/plain', ''))).toMatchObject({ version: 1 });
    const [newest, moved] = dataIn(await first.get(`/prompts/${id}/labels/production/history`)) as unknown[];
    expect(newest).toMatchObject({ version: 1, previous: 3, rollback: true });
    expect(moved).not.toHaveProperty('rollback');
  });

  it.each([
    ['latest', 'reserved'],
    ['a%2Fb', 'malformed'],
  ])('cannot be named %s, and has no history', async (label, problem) => {
    const { first } = context();
    const { id } = await first.createPrompt();
    const path = `/prompts/${id}/labels/${label}`;

    const written = [
      await first.put(path, { version: 1 }),
      await first.delete(path),
      await first.post(`${path}/rollback`),
    ];
    const read = await first.get(`${path}/history`);

    expect(written.map(rejectionIn)).toEqual(written.map(() => '422 invalid'));
    expect(written.map(detailsIn)).toEqual(written.map(() => [{ path: 'label', problem }]));
    expect(rejectionIn(read)).toBe('404 label_not_found');
  });
}
