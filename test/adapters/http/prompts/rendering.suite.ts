import { expect, it } from 'vitest';
import { dataIn, expectStatus, type PromptsContext, rejectionIn } from './support/client.ts';

export function renderingSuite(context: () => PromptsContext): void {
  it('substitutes variables, and returns config, version, hash and fingerprint', async () => {
    const { first, second } = context();
    const { name, hash } = await first.createPrompt({
      content: 'Hello {{name}}, {{#items}}[{{.title}}]{{/items}} {"a": {}} \\{{b}}',
      config: { model: 'm' },
    });
    const variables = { name: '{{items}} <&>', items: [{ title: 'x' }, { title: 2 }] };

    const response = expectStatus(200, await second.post(`/prompts/${name}/render`, { variables }));

    expect(dataIn(response)).toEqual({
      text: 'Hello {{items}} <&>, [x][2] {"a": {}} {{b}}',
      config: { model: 'm' },
      version: 1,
      hash,
      fingerprint: hash,
      includes: [],
    });
  });

  it.each([undefined, 'application/json', 'text/plain'])('takes no body as {}, with the type %s', async (type) => {
    const { first } = context();
    const { id } = await first.createPrompt({ content: 'Hello.' });
    const headers = type === undefined ? {} : { 'Content-Type': type };

    const response = await first.call('POST', `/prompts/${id}/render`, undefined, headers);

    expect(dataIn(expectStatus(200, response))).toMatchObject({ text: 'Hello.' });
  });

  it.each(['text/plain', 'text/plain; charset=utf-8', 'text/plain;charset="UTF-8"', 'text/*;q=0.1'])(
    'returns plain text to a client that accepts %s',
    async (accept) => {
      const { first } = context();
      const { id } = await first.createPrompt({ content: 'Hello {{name}} 🦁.' });
      const chat = await first.createPrompt({ messages: [{ role: 'user', content: 'Hello.' }] });
      const headers = { Accept: accept };

      const text = await first.post(`/prompts/${id}/render`, { variables: { name: 'Ada' } }, headers);
      const rejected = await first.post(`/prompts/${id}/render`, {}, headers);
      const messages = await first.post(`/prompts/${chat.id}/render`, {}, headers);

      expect([text.status, text.headers.get('Content-Type'), text.text]).toEqual([
        ...[200, 'text/plain; charset=utf-8', 'Hello Ada 🦁.'],
      ]);
      expect(rejectionIn(rejected)).toBe('422 variables_invalid');
      expect(dataIn(messages)).toHaveProperty('messages');
    },
  );

  it.each(['*/*', 'application/json', 'application/json, text/plain', 'text/html', 'text/plain; charset=latin1'])(
    'returns JSON to a client that accepts %s',
    async (accept) => {
      const { first } = context();
      const { id } = await first.createPrompt({ content: 'Hello.' });

      expect(dataIn(await first.post(`/prompts/${id}/render`, {}, { Accept: accept }))).toMatchObject({
        text: 'Hello.',
      });
    },
  );

  it('renders the requested version or label', async () => {
    const { first } = context();
    const { id } = await first.createPrompt({ content: 'One.', labels: ['production'] });
    await first.publish(id, { content: 'Two.', labels: ['staging'] });

    const text = async (body: object) =>
      (dataIn(await first.post(`/prompts/${id}/render`, body)) as { text: string }).text;

    expect(await text({})).toBe('One.');
    expect(await text({ label: 'staging' })).toBe('Two.');
    expect(await text({ label: 'latest' })).toBe('Two.');
    expect(await text({ version: 1 })).toBe('One.');
  });

  it('renders an optional variable that is omitted or null as nothing, so that promoting it breaks no caller', async () => {
    const { first } = context();
    const { id } = await first.createPrompt({ content: 'Hello.', labels: ['production'] });
    const promote = async (required: boolean, version: number) => {
      const variables = [{ name: 'city', required }];
      expectStatus(201, await first.post(`/prompts/${id}/versions`, { content: 'Hello{{city}}.', variables }));
      return first.put(`/prompts/${id}/labels/production`, { version });
    };

    expectStatus(200, await promote(false, 2));
    for (const variables of [{}, { city: null }]) {
      expect(dataIn(await first.post(`/prompts/${id}/render`, { variables }))).toMatchObject({ text: 'Hello.' });
    }
    expect(await promote(true, 3)).toMatchObject({
      status: 409,
      body: { code: 'breaking_change', details: [{ path: 'city', problem: 'added-required' }] },
    });
  });

  it('refuses integers that JSON changes, wherever they are written', async () => {
    const { first } = context();
    const { id } = await first.createPrompt({
      messages: [{ role: 'user', content: '{{n}}{{j.a}}' }, { placeholder: 'h' }],
    });
    const message = 'is an integer beyond 2^53: write it as text';
    const big = 2 ** 53;
    const values = { variables: { n: '1', j: { a: -big } }, placeholders: { h: [{ role: 'tool', id: 10 * big }] } };

    expect(await first.post(`/prompts/${id}/render`, values)).toMatchObject({
      status: 422,
      body: {
        error: `Variable j.a ${message}; placeholder h.0.id ${message}.`,
        details: [
          { path: 'j.a', problem: 'type', message: `Variable j.a ${message}.` },
          { path: 'placeholders.h.0.id', problem: 'type', message: `Placeholder h.0.id ${message}.` },
        ],
      },
    });
    const variables = [{ name: 'n', type: 'json', default: [1e20], enum: [[1e20]] }];
    expect(
      await first.post('/prompts', { name: 'big', content: '{{n}}', config: { seed: big }, variables }),
    ).toMatchObject({
      status: 422,
      body: {
        error: `Field config.seed ${message}; variables.0.default.0 ${message}; variables.0.enum.0.0 ${message}.`,
        details: [{ path: 'config.seed', problem: 'type', message: `Field config.seed ${message}.` }, {}, {}],
      },
    });
  });

  it.each([
    ['9007199254740993', 422],
    ['-1234567890123456789012345', 422],
    ['9007199254740991', 200],
    ['1e300', 200],
    ['0.1234567890123456789012345', 200],
    ['"1234567890123456789012345"', 200],
    ['"\\\\\\" 1234567890123456789012345"', 200],
  ])('tells integers from other numbers by how they are written: %s', async (number, status) => {
    const { first } = context();
    const { id } = await first.createPrompt({ content: '{{n}}', variables: [{ name: 'n', type: 'json' }] });

    const response = await first.postText(`/prompts/${id}/render`, `{"variables":{"n":${number}}}`);

    expect(response).toMatchObject({
      status,
      ...(status === 422 && { body: { details: [{ path: 'n', problem: 'type' }] } }),
    });
  });

  it('fills the placeholders of a chat', async () => {
    const { first } = context();
    const { id } = await first.createPrompt({
      messages: [{ role: 'developer', content: 'Be kind.' }, { placeholder: 'so_far' }],
    });
    const soFar = [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.test/{{mood}}' } }], name: 'ada' },
      { tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }], role: 'assistant' },
      { role: 'tool', tool_call_id: 'c1', content: null },
    ];

    const response = await first.post(`/prompts/${id}/render`, { placeholders: { so_far: soFar } });

    // As text, because the order of fields stays as well.
    expect(JSON.stringify((dataIn(response) as { messages: unknown }).messages)).toBe(
      JSON.stringify([{ role: 'developer', content: 'Be kind.' }, ...soFar]),
    );
    expect(dataIn(response)).not.toHaveProperty('text');
  });

  it('names the index and the field of a message that has no role', async () => {
    const { first } = context();
    const { id } = await first.createPrompt({ messages: [{ placeholder: 'so_far' }] });
    const placeholders = { so_far: [{ role: 'user' }, { content: 'Hi' }, { role: 7 }, 'Hi'] };

    expect(await first.post(`/prompts/${id}/render`, { placeholders })).toMatchObject({
      status: 422,
      body: {
        code: 'variables_invalid',
        error:
          'Placeholder so_far.1.role is missing; so_far.2.role must be a string; so_far.3 must be an object with a role.',
        details: [
          { path: 'placeholders.so_far.1.role', problem: 'missing' },
          { path: 'placeholders.so_far.2.role', problem: 'type' },
          { path: 'placeholders.so_far.3', problem: 'type' },
        ],
      },
    });
  });

  it('renders what has changed at once, however often it was rendered before', async () => {
    const { first, second } = context();
    const { id, name } = await first.createPrompt({ content: 'One {{a}}.', labels: ['production'] });
    const render = () => second.post(`/prompts/${name}/render`, { variables: { a: 'x' } });

    expect(dataIn(await render())).toMatchObject({ text: 'One x.', version: 1 });
    await first.publish(id, { content: 'Two {{a}}.' });
    expect(dataIn(await render())).toMatchObject({ text: 'One x.', version: 1 });
    await first.moveLabel(id, 'production', 2);
    expect(dataIn(await render())).toMatchObject({ text: 'Two x.', version: 2 });
    expectStatus(204, await first.delete(`/prompts/${id}`));
    expect(rejectionIn(await render())).toBe('404 prompt_not_found');
  });

  it('shows the differences between two versions', async () => {
    const { first, second } = context();
    const { id, name } = await first.createPrompt({ content: 'Hello {{a}}.\nBye.\n', config: { model: 'm', x: 1 } });
    await first.publish(id, {
      content: 'Hello {{b}}.\nBye.\n',
      config: { model: 'n', y: 2 },
      labels: ['production'],
    });

    const response = expectStatus(200, await second.get(`/prompts/${name}/diff?from=1&to=production`));

    expect(dataIn(response)).toEqual({
      text: '--- 1\n+++ production\n@@ -1,2 +1,2 @@\n-Hello {{a}}.\n+Hello {{b}}.\n Bye.\n',
      variables: {
        added: [{ name: 'b', type: 'string', required: true }],
        removed: [{ name: 'a', type: 'string', required: true }],
        changed: [],
      },
      config: { added: { y: 2 }, removed: { x: 1 }, changed: { model: { from: 'm', to: 'n' } } },
      breaking: true,
      breakingChanges: [
        { path: 'a', problem: 'removed', message: 'Variable a was removed.' },
        { path: 'b', problem: 'added-required', message: 'Variable b is now required.' },
      ],
    });
    expect(dataIn(await second.get(`/prompts/${id}/diff?from=latest&to=2`))).toMatchObject({
      text: '',
      breaking: false,
      breakingChanges: [],
    });
  });

  it.each(['', 'from=1', 'to=1', 'from=0&to=1', 'from=1&to=No', 'from=1&to=1&x=1', 'from=1&from=1&to=1'])(
    'rejects a comparison with ?%s',
    async (query) => {
      const { first } = context();
      const { id } = await first.createPrompt();

      expect(rejectionIn(await first.get(`/prompts/${id}/diff?${query}`))).toBe('400 bad_query');
    },
  );
}
