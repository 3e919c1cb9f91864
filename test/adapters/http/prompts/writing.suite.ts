import { expect, it } from 'vitest';
import { codeIn } from '../support/api.ts';
import { aName, anEtag, dataIn, detailsIn, expectStatus, type PromptsContext, rejectionIn } from './support/client.ts';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const HASH = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);

export function writingSuite(context: () => PromptsContext): void {
  it('with POST returns it with its first version and its Location', async () => {
    const { first, second } = context();
    const fields = {
      name: aName('team/mail'),
      content: 'Hello {{name}}.',
      description: 'How we greet.',
      tags: ['b', 'a'],
      config: { model: 'm', nested: { list: [1, null, 'ä🦁'] } },
      message: 'first',
    };

    const response = expectStatus(201, await first.post('/prompts', { ...fields, labels: ['production'] }));

    const { warnings, ...written } = dataIn(response) as { id: string; warnings: unknown };
    const { id, ...data } = written;
    expect(warnings).toEqual([]);
    expect(id).toMatch(/^p_\d{13}_[a-z0-9]{6}$/);
    expect(data).toEqual({
      ...fields,
      folder: 'team/mail',
      type: 'text',
      labels: { production: 1 },
      latestVersion: 1,
      revision: 1,
      archived: false,
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
      promptId: id,
      version: 1,
      variables: [{ name: 'name', type: 'string', required: true }],
      hash: HASH,
      restoredFrom: null,
      publishedAt: TIMESTAMP,
      resolved: { by: 'latest', version: 1, hash: expect.anything() },
    });
    expect(response.headers.get('Location')).toBe(`${first.api.url}/api/prompts/${id}`);
    expect(response.headers.get('ETag')).toEqual(anEtag(id, 1, 1));
    expect(dataIn(await second.get(`/prompts/${id}?label=latest`))).toEqual(written);
  });

  it('warns of what looks like a tag but is plain text, every time', async () => {
    const { first } = context();
    const [name, content, other] = [aName(), 'Dear {{first-name}}', { content: 'Hi\n {{#if x}}' }];
    const warnings = [{ path: 'content', line: 1, column: 6, problem: 'name', text: '{{first-name}}' }];

    const created = expectStatus(201, await first.post('/prompts', { name, content }));
    expect(dataIn(created)).toMatchObject({ warnings });
    const unchanged = expectStatus(200, await first.put(`/prompts/${name}`, { content }));
    expect(dataIn(unchanged)).toMatchObject({ unchanged: true, warnings });
    const published = expectStatus(201, await first.post(`/prompts/${name}/versions`, other));
    expect(dataIn(published)).toMatchObject({ warnings: [{ line: 2, column: 2, problem: 'helper' }] });
    const restored = expectStatus(201, await first.post(`/prompts/${name}/versions`, { restore: 1 }));
    expect(dataIn(restored)).toMatchObject({ warnings });
    expect(dataIn(await first.get(`/prompts/${name}`))).not.toHaveProperty('warnings');
  });

  it.each([undefined, 'chat'])('with POST creates a chat from messages, with type %s', async (type) => {
    const messages = [
      { role: 'system', content: 'Be {{mood}}.' },
      { role: 'developer', content: 'Use tables.' },
      { placeholder: 'so_far' },
    ];

    const response = await context().first.post('/prompts', { name: aName(), type, messages });

    expect(dataIn(expectStatus(201, response))).toMatchObject({
      type: 'chat',
      messages,
      description: '',
      tags: [],
      config: {},
    });
    expect(dataIn(response)).not.toHaveProperty('content');
  });

  it('with PUT creates it, updates it, or leaves it unchanged', async () => {
    const { first, second } = context();
    const name = aName('team');
    const path = `/prompts/${encodeURIComponent(name)}`;
    const body = { content: 'One.', tags: ['a'], description: 'Why.', labels: ['production'] };

    const created = expectStatus(201, await first.put(path, { ...body, name }));
    const unchanged = expectStatus(200, await second.put(path, body));
    const revised = expectStatus(200, await second.put(path, { content: 'Two.' }));

    const { id } = dataIn(created) as { id: string };
    expect(created.headers.get('Location')).toBe(`${first.api.url}/api/prompts/${id}`);
    expect(dataIn(created)).toMatchObject({ version: 1, resolved: { by: 'latest' } });
    expect(dataIn(created)).not.toHaveProperty('unchanged');
    expect(dataIn(unchanged)).toEqual({ ...(dataIn(created) as object), unchanged: true });
    expect(unchanged.headers.get('ETag')).toBe(created.headers.get('ETag'));
    expect(dataIn(revised)).toMatchObject({ version: 2, revision: 2, resolved: { by: 'latest', version: 2 } });
    expect(dataIn(revised)).not.toHaveProperty('unchanged');
    expect(revised.headers.get('ETag')).toEqual(anEtag(id, 2, 2));
    expect(revised.headers.get('Location')).toBeNull();
  });

  it('with PUT is rejected for a name that is malformed or not the one of the path', async () => {
    const { first } = context();
    const { name } = await first.createPrompt();

    const otherName = await first.put(`/prompts/${name}`, { name: 'other', content: 'x' });
    const malformed = await first.put('/prompts/No%20Name', { content: 'x' });

    expect([otherName, malformed].map(rejectionIn)).toEqual(['422 invalid', '422 invalid']);
    expect(detailsIn(otherName)).toEqual([{ path: 'name', problem: 'mismatch' }]);
    expect(detailsIn(malformed)).toEqual([{ path: 'name', problem: 'malformed' }]);
  });

  it('with PATCH replaces the given fields, and returns the prompt without content', async () => {
    const { first, second } = context();
    const { id, name } = await first.createPrompt({ tags: ['a'], description: 'Why.', labels: ['production'] });

    const response = expectStatus(200, await second.patch(`/prompts/${name}`, { tags: ['b', 'c'], archived: true }));

    expect(dataIn(response)).toEqual({
      id,
      name,
      folder: '',
      type: 'text',
      description: 'Why.',
      tags: ['b', 'c'],
      labels: { production: 1 },
      latestVersion: 1,
      revision: 2,
      archived: true,
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
    });
    expect(response.headers.get('ETag')).toEqual(anEtag(id, 2, 1));
  });

  it('with PATCH rejects a name that is taken', async () => {
    const { first, second } = context();
    const [one, other] = [await first.createPrompt(), await first.createPrompt()];

    expect(rejectionIn(await second.patch(`/prompts/${one.id}`, { name: other.name }))).toBe('409 name_taken');
  });

  it('with DELETE removes it', async () => {
    const { first, second } = context();
    const { id, name } = await first.createPrompt({ labels: ['production'] });

    expect(expectStatus(204, await first.delete(`/prompts/${name}`)).text).toBe('');

    expect(rejectionIn(await second.get(`/prompts/${id}`))).toBe('404 prompt_not_found');
    expect(codeIn(await second.delete(`/prompts/${name}`))).toBe('prompt_not_found');
  });

  it('cannot remove what other prompts include', async () => {
    const { first, second } = context();
    const { name } = await first.createPrompt({ labels: ['staging'] });
    const whole = await first.createPrompt({ content: `{{> ${name}@staging}}` });

    const responses = [
      await second.delete(`/prompts/${name}`),
      await second.patch(`/prompts/${name}`, { name: aName() }),
      await second.delete(`/prompts/${name}/labels/staging`),
    ];

    expect(responses.map(rejectionIn)).toEqual(responses.map(() => '409 included_by'));
    const details = [{ path: whole.name, problem: 'included' }];
    expect(responses.map(detailsIn)).toEqual(responses.map(() => details));
  });
}
