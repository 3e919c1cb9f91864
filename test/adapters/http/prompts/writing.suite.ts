import { expect, it } from 'vitest';
import { codeIn } from '../support/api.ts';
import { aName, type Desk, dataIn, detailsIn, expecting, refusalIn } from './support/client.ts';

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const HASH = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);

export function writingSuite(desk: () => Desk): void {
  it('with POST answers it and its first version in one object, and where it is', async () => {
    const { first, second } = desk();
    const name = aName('team/mail');

    const answer = expecting(
      201,
      await first.post('/prompts', {
        name,
        content: 'Hello {{name}}.',
        description: 'How we greet.',
        tags: ['b', 'a'],
        labels: ['production'],
        config: { model: 'm', nested: { list: [1, null, 'ä🦁'] } },
        message: 'first',
      }),
    );

    const { id, ...data } = dataIn(answer) as { id: string };
    expect(id).toMatch(/^p_\d{13}_[a-z0-9]{6}$/);
    expect(data).toEqual({
      name,
      folder: 'team/mail',
      type: 'text',
      description: 'How we greet.',
      tags: ['b', 'a'],
      labels: { production: 1 },
      latestVersion: 1,
      revision: 1,
      archived: false,
      createdAt: MOMENT,
      updatedAt: MOMENT,
      promptId: id,
      version: 1,
      content: 'Hello {{name}}.',
      variables: [{ name: 'name', type: 'string', required: true }],
      config: { model: 'm', nested: { list: [1, null, 'ä🦁'] } },
      message: 'first',
      hash: HASH,
      restoredFrom: null,
      publishedAt: MOMENT,
      resolved: { by: 'latest', version: 1, hash: expect.anything() },
    });
    expect(answer.headers.get('Location')).toBe(`${first.api.url}/api/prompts/${id}`);
    expect(answer.headers.get('ETag')).toBe(`"${id}.1.1"`);
    expect(dataIn(await second.get(`/prompts/${id}?label=latest`))).toEqual(dataIn(answer));
  });

  it('with POST makes a chat where messages are given', async () => {
    const { first } = desk();
    const messages = [{ role: 'system', content: 'Be {{mood}}.' }, { placeholder: 'so_far' }];

    const implied = expecting(201, await first.post('/prompts', { name: aName(), messages }));
    const named = expecting(201, await first.post('/prompts', { name: aName(), type: 'chat', messages }));

    for (const answer of [implied, named]) {
      expect(dataIn(answer)).toMatchObject({ type: 'chat', messages, description: '', tags: [], config: {} });
      expect(dataIn(answer)).not.toHaveProperty('content');
    }
  });

  it('with POST takes a name once, on whichever instance', async () => {
    const { first, second } = desk();
    const { name } = await first.has();

    expect(refusalIn(await second.post('/prompts', { name, content: 'x' }))).toBe('409 name_taken');
    const other = aName();
    const answers = await Promise.all(
      [first, second, first, second].map((client) => client.post('/prompts', { name: other, content: 'x' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('with PUT creates it, changes it and leaves it, as the request asks', async () => {
    const { first, second } = desk();
    const name = aName('team');
    const path = `/prompts/${encodeURIComponent(name)}`;
    const body = { content: 'One.', tags: ['a'], description: 'Why.', labels: ['production'] };

    const created = expecting(201, await first.put(path, { ...body, name }));
    const unchanged = expecting(200, await second.put(path, body));
    const revised = expecting(200, await second.put(path, { content: 'Two.' }));

    const { id } = dataIn(created) as { id: string };
    expect(created.headers.get('Location')).toBe(`${first.api.url}/api/prompts/${id}`);
    expect(dataIn(created)).toMatchObject({ version: 1, resolved: { by: 'latest' } });
    expect(dataIn(created)).not.toHaveProperty('unchanged');
    expect(dataIn(unchanged)).toEqual({ ...(dataIn(created) as object), unchanged: true });
    expect(unchanged.headers.get('ETag')).toBe(created.headers.get('ETag'));
    expect(dataIn(revised)).toMatchObject({
      version: 2,
      revision: 2,
      tags: ['a'],
      description: 'Why.',
      labels: { production: 1 },
      resolved: { by: 'latest', version: 2 },
    });
    expect(dataIn(revised)).not.toHaveProperty('unchanged');
    expect(revised.headers.get('ETag')).toBe(`"${id}.2.2"`);
    expect(revised.headers.get('Location')).toBeNull();
  });

  it('with PUT changes metadata and labels without a new version', async () => {
    const { first } = desk();
    const { id } = await first.has({ content: 'One.', tags: ['a'] });

    const answer = expecting(200, await first.put(`/prompts/${id}`, { content: 'One.', tags: ['b'], labels: ['new'] }));

    expect(dataIn(answer)).toMatchObject({
      version: 1,
      latestVersion: 1,
      revision: 2,
      tags: ['b'],
      labels: { new: 1 },
    });
    expect(dataIn(answer)).not.toHaveProperty('unchanged');
  });

  it('with PUT is refused for what it cannot be', async () => {
    const { first } = desk();
    const { id, name } = await first.has({ content: '{{a}}', labels: ['production'] });
    const messages = [{ role: 'user', content: 'x' }];

    const answers = {
      unknownId: await first.put('/prompts/p_1700000000000_zzzzzz', { content: 'x' }),
      otherName: await first.put(`/prompts/${name}`, { name: 'other', content: 'x' }),
      otherType: await first.put(`/prompts/${id}`, { messages }),
      breaking: await first.put(`/prompts/${id}`, { content: '{{b}}', labels: ['production'] }),
      malformed: await first.put('/prompts/No%20Name', { content: 'x' }),
    };

    expect(Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, refusalIn(answer)]))).toEqual({
      unknownId: '404 prompt_not_found',
      otherName: '422 invalid',
      otherType: '409 type_mismatch',
      breaking: '409 breaking_change',
      malformed: '422 invalid',
    });
    expect(detailsIn(answers.otherName)).toEqual([{ path: 'name', problem: 'does not agree with the path' }]);
    expect(detailsIn(answers.malformed)).toEqual([{ path: 'name', problem: 'malformed' }]);
    expect(dataIn(await first.get(`/prompts/${id}`))).toMatchObject({ revision: 1 });
  });

  it('with PATCH replaces the fields given, and answers the prompt alone', async () => {
    const { first, second } = desk();
    const { id, name } = await first.has({ tags: ['a'], description: 'Why.', labels: ['production'] });

    const answer = expecting(200, await second.patch(`/prompts/${name}`, { tags: ['b', 'c'], archived: true }));

    expect(dataIn(answer)).toEqual({
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
      createdAt: MOMENT,
      updatedAt: MOMENT,
    });
    expect(answer.headers.get('ETag')).toBe(`"${id}.2.1"`);
  });

  it('with PATCH renames it, and keeps id, versions, labels and history', async () => {
    const { first, second } = desk();
    const { id, name } = await first.has({ labels: ['production'] });
    await first.publishes(id, { content: 'Two.' });
    const before = await first.get(`/prompts/${id}/versions`);
    const other = aName('moved/here');

    expecting(200, await first.patch(`/prompts/${name}`, { name: other }));

    const path = `/prompts/${encodeURIComponent(other)}`;
    expect(dataIn(await second.get(path))).toMatchObject({
      id,
      name: other,
      folder: 'moved/here',
      labels: { production: 1 },
    });
    expect(dataIn(await second.get(`${path}/versions`))).toEqual(dataIn(before));
    expect(dataIn(await second.get(`${path}/labels/production/history`))).toHaveLength(1);
    expect(refusalIn(await second.get(`/prompts/${name}`))).toBe('404 prompt_not_found');
  });

  it('with PATCH is refused a name that is taken or cannot be', async () => {
    const { first, second } = desk();
    const [one, other] = [await first.has(), await first.has()];

    expect(refusalIn(await second.patch(`/prompts/${one.id}`, { name: other.name }))).toBe('409 name_taken');
    const malformed = await second.patch(`/prompts/${one.id}`, { name: one.id, tags: ['A'] });
    expect(refusalIn(malformed)).toBe('422 invalid');
    expect(detailsIn(malformed)).toEqual([
      { path: 'name', problem: 'looks-like-an-id' },
      { path: 'tags.0', problem: 'malformed' },
    ]);
  });

  it('with DELETE removes it with its versions', async () => {
    const { first, second } = desk();
    const { id, name } = await first.has({ labels: ['production'] });

    expect(expecting(204, await first.delete(`/prompts/${name}`)).text).toBe('');
    for (const path of [`/prompts/${id}`, `/prompts/${name}`, `/prompts/${id}/versions/1`, `/prompts/${id}/versions`]) {
      expect(refusalIn(await second.get(path))).toBe('404 prompt_not_found');
    }
    expect(codeIn(await second.delete(`/prompts/${name}`))).toBe('prompt_not_found');
    expect(dataIn(expecting(201, await second.post('/prompts', { name, content: 'New.' })))).toMatchObject({
      version: 1,
    });
  });

  it('is refused while others include it', async () => {
    const { first, second } = desk();
    const { name } = await first.has({ labels: ['staging'] });
    const whole = await first.has({ content: `{{> ${name}@staging}}` });
    const details = [{ path: whole.name, problem: 'includes this prompt' }];

    const answers = [
      await second.delete(`/prompts/${name}`),
      await second.patch(`/prompts/${name}`, { name: aName() }),
      await second.delete(`/prompts/${name}/labels/staging`),
    ];

    expect(answers.map(refusalIn)).toEqual(answers.map(() => '409 included_by'));
    expect(answers.map(detailsIn)).toEqual(answers.map(() => details));
    expecting(204, await second.delete(`/prompts/${whole.id}`));
    expecting(204, await second.delete(`/prompts/${name}`));
  });

  it('is refused what would include itself or nothing', async () => {
    const { first } = desk();
    const part = await first.has();
    const whole = await first.has({ content: `{{> ${part.name}}}` });

    const circle = await first.post(`/prompts/${part.id}/versions`, { content: `{{> ${whole.name}}}` });
    const nothing = await first.post('/prompts', { name: aName(), content: `{{> ${part.name}@2}}` });

    expect([circle, nothing].map(refusalIn)).toEqual(['422 invalid', '422 invalid']);
    expect(detailsIn(circle)).toEqual([{ path: 'includes', problem: `${part.name} would include itself` }]);
    expect(detailsIn(nothing)).toEqual([{ path: 'includes', problem: `${part.name}@2 is no version of that prompt` }]);
  });

  it('is refused in the archive', async () => {
    const { first, second } = desk();
    const { id } = await first.has({ labels: ['production'] });
    await first.publishes(id, { content: 'Two.' });
    expecting(200, await first.patch(`/prompts/${id}`, { archived: true }));

    const answers = [
      await second.post(`/prompts/${id}/versions`, { content: 'Three.' }),
      await second.put(`/prompts/${id}`, { content: 'Three.' }),
      await second.put(`/prompts/${id}/labels/production`, { version: 2 }),
    ];

    expect(answers.map(refusalIn)).toEqual(answers.map(() => '409 archived'));
    expect(dataIn(await second.get(`/prompts/${id}`))).toMatchObject({ version: 1, archived: true });
    expecting(200, await second.post(`/prompts/${id}/render`, {}));
  });
}
