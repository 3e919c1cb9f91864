import { describe, expect, it } from 'vitest';
import { signInClient } from '../dashboard/support/dashboard-client.ts';
import { aName, Client, expectStatus, type PromptsContext } from '../http/prompts/support/client.ts';
import type { TwoServices } from '../http/support/two-services.ts';
import { type Arguments, call, fail } from './call-tool.ts';
import { CLIENTS, type Clients } from './mcp-clients.ts';

/** An account with a prompt whose label production only people may move, in the dashboard. */
async function anAuthorOfProtected({ first, second }: TwoServices) {
  const owner = await first.openAccount();
  const key = new Client(second, owner.token);
  const { name } = await key.createPrompt({ content: 'One', labels: ['production', 'live'] });
  await key.publish(name, { content: 'Two' });
  const person = await signInClient(first.url, owner);
  const labels = ['production', 'live'];
  expect(await person.call('PUT', 'protected-labels', { json: { labels } })).toMatchObject({ status: 200 });
  return { key, name };
}

export function mcpWritingSuite(context: () => PromptsContext, clients: Clients = CLIENTS): void {
  describe.each(clients)('with a client of %s', (_name, connect) => {
    it('publish and move labels, on behalf of an agent', async () => {
      const { first, second } = context();
      const client = await connect(second, '?tools=write');
      const name = aName();
      const publish = { name, content: 'Hi {{who}}', message: 'first draft', labels: ['staging'] };

      expect(await call(client, 'publish_prompt', publish)).toMatchObject({
        version: 1,
        created: true,
        unchanged: false,
      });
      expect(await call(client, 'publish_prompt', publish)).toMatchObject({
        version: 1,
        created: false,
        unchanged: true,
      });
      expect(
        await call(client, 'publish_prompt', { name, content: 'Hey {{who}} {{! c }}', message: 'shorter' }),
      ).toMatchObject({
        version: 2,
        labels: { staging: 1 },
        warnings: [{ path: 'content', line: 1, column: 13, problem: 'comment', text: '{{! c }}' }],
      });
      const move = { name, label: 'production', version: 2, expectedVersion: 0, message: 'tested' };
      expect(await call(client, 'move_label', move)).toMatchObject({
        name,
        label: 'production',
        version: 2,
        previous: null,
        movedAt: expect.any(String),
      });

      const history = await first.get(`/prompts/${name}/labels/production/history`);
      expect(history.body).toMatchObject({ data: [{ version: 2, by: 'mcp', message: 'tested' }] });
      const changes = await first.get(`/changes?prompt=${name}`);
      expect(changes.body).toMatchObject({ data: [{ type: 'label.moved', data: { by: 'mcp' } }, {}, {}, {}] });
      expect((await first.get(`/prompts/${name}/versions/1`)).body).toMatchObject({ data: { message: 'first draft' } });
    });

    it('never publish straight into production', async () => {
      const client = await connect(context().second, '?tools=write');
      const name = aName();

      const body = await fail(client, 'publish_prompt', { name, content: 'x', message: 'm', labels: ['production'] });

      expect(body).toMatchObject({ code: 'invalid', error: expect.stringContaining('publish first, then move_label') });
      expectStatus(404, await context().first.get(`/prompts/${name}`));
    });

    it('move a label only from where the agent expects it, and never by force', async () => {
      const { first, second } = context();
      const client = await connect(second, '?tools=write');
      const { name } = await first.createPrompt({ content: '{{a}}', labels: ['production'] });
      await first.publish(name, { content: '{{b}}' });
      const move = (fields: Arguments) => ({ name, label: 'production', version: 2, message: 'm', ...fields });

      expect(await fail(client, 'move_label', move({ expectedVersion: 2 }))).toMatchObject({
        code: 'precondition_failed',
      });
      expect(await fail(client, 'move_label', move({ expectedVersion: 0 }))).toMatchObject({
        code: 'precondition_failed',
      });
      expect(await fail(client, 'move_label', move({ expectedVersion: 1 }))).toMatchObject({ code: 'breaking_change' });
      expect(await fail(client, 'move_label', move({ expectedVersion: 1, force: true }))).toMatchObject({
        code: 'invalid',
      });
      expect(await fail(client, 'move_label', move({}))).toMatchObject({
        details: [{ path: 'expectedVersion', problem: 'missing' }],
      });
      expect((await first.get(`/prompts/${name}`)).body).toMatchObject({ data: { labels: { production: 1 } } });
    });

    it('never break a prompt that includes theirs', async () => {
      const { first, second } = context();
      const client = await connect(second, '?tools=write');
      const { name } = await first.createPrompt({ content: '{{a}}' });
      await first.createPrompt({ name: `${name}-includer`, content: `{{> ${name}}}`, labels: ['live'] });
      const details = [{ path: `${name}-includer@live`, problem: 'added-required' }];
      const publish = { name, content: '{{a}} {{b}}', message: 'm' };
      const refused = { code: 'breaking_change', details };

      expect(await fail(client, 'publish_prompt', publish)).toMatchObject(refused);
      await first.publish(name, { content: publish.content, force: true });
      await first.publish(name, { content: '{{a}}', force: true });
      const move = { name, label: 'production', version: 2, expectedVersion: 0, message: 'm' };
      expect(await fail(client, 'move_label', move)).toMatchObject(refused);
    });

    it('report what they change in prompts that include theirs', async () => {
      const { first, second } = context();
      const client = await connect(second, '?tools=write');
      const { name } = await first.createPrompt({ content: '{{a}}' });
      await first.createPrompt({ name: `${name}-includer`, content: `{{> ${name}}}` });
      const breaking = [{ path: `${name}-includer@latest`, problem: 'added-required' }];
      const publish = { name, content: '{{a}} {{b}}', message: 'm' };

      expect(await call(client, 'publish_prompt', publish)).toMatchObject({ affected: 1, breaking });
      expect(await call(client, 'publish_prompt', publish)).not.toHaveProperty('affected');
      await first.publish(name, { content: 'nothing' });
      const move = { name, label: 'production', version: 1, expectedVersion: 0, message: 'm' };
      const moved = await call(client, 'move_label', move);
      expect(moved).toMatchObject({ affected: 1 });
      expect(moved).not.toHaveProperty('breaking');
    });

    it('require a reason', async () => {
      const client = await connect(context().second, '?tools=write');
      const { name } = await context().first.createPrompt();
      const move = { name, label: 'staging', version: 1, expectedVersion: 0 };

      expect(await fail(client, 'publish_prompt', { name, content: 'x' })).toMatchObject({
        details: [{ path: 'message', problem: 'missing' }],
      });
      expect(await fail(client, 'move_label', { ...move, message: ' ' })).toMatchObject({
        details: [{ path: 'message' }],
      });
    });

    it('write only to what the URL selects', async () => {
      const { first, second } = context();
      const client = await connect(second, '?tools=write&tag=agent&folder=drafts');
      const { name: outside } = await first.createPrompt({ tags: ['agent'] });
      const name = aName('drafts');
      const publish = (fields: Arguments) => ({ content: 'x', message: 'm', ...fields });

      expect(await fail(client, 'publish_prompt', publish({ name: outside }))).toMatchObject({
        code: 'prompt_not_found',
      });
      expect(await fail(client, 'publish_prompt', publish({ name: aName() }))).toMatchObject({
        code: 'invalid',
        details: [{ path: 'name' }],
      });
      expect(await call(client, 'publish_prompt', publish({ name }))).toMatchObject({ created: true });
      expect((await first.get(`/prompts/${encodeURIComponent(name)}`)).body).toMatchObject({
        data: { tags: ['agent'] },
      });
      expect(
        await fail(client, 'move_label', { name: outside, label: 'x', version: 1, expectedVersion: 0, message: 'm' }),
      ).toMatchObject({ code: 'prompt_not_found' });
    });
  });

  it('never move a protected label', async () => {
    const { key, name } = await anAuthorOfProtected(context().services);
    const move = { name, label: 'production', version: 2, expectedVersion: 1, message: 'm' };

    for (const [, connect] of clients) {
      const client = await connect(key, '?tools=write');
      expect(await fail(client, 'move_label', move)).toMatchObject({
        code: 'label_protected',
        error: 'The label production is protected. Move it in the dashboard.',
      });
      expect(
        await fail(client, 'publish_prompt', { name, content: 'Three', message: 'm', labels: ['live'] }),
      ).toMatchObject({
        code: 'label_protected',
        error: 'The label live is protected. Move it in the dashboard.',
      });
    }

    const { body } = await key.get(`/prompts/${name}`);
    expect(body).toMatchObject({ data: { labels: { production: 1, live: 1 }, latestVersion: 2 } });
  });
}
