import { expect, it } from 'vitest';
import { signInClient } from '../dashboard/support/dashboard-client.ts';
import { aName, Client, type PromptsContext } from '../http/prompts/support/client.ts';
import { langfuseClient } from './langfuse-clients.ts';

const NO_CACHE = { cacheTtlSeconds: 0, maxRetries: 0 } as const;

const badRequest = (code: string) => ({ statusCode: 400, body: { error: 'InvalidRequestError', code } });

/** How an application releases versions with `@langfuse/client` 5. */
export function langfuseLabelsSuite(context: () => PromptsContext): void {
  it('gets a moved label without delay where it does not cache', async () => {
    const { first, second } = context();
    const [here, there] = [langfuseClient(first), langfuseClient(second)];
    const name = aName();
    await here.prompt.create({ name, prompt: 'One', labels: ['production'] });
    await here.prompt.create({ name, prompt: 'Two' });
    expect(await there.prompt.get(name, NO_CACHE)).toMatchObject({ version: 1 });

    const updated = await here.prompt.update({ name, version: 2, newLabels: ['production', 'staging'] });

    expect(updated).toMatchObject({ name, version: 2, prompt: 'Two', labels: ['production', 'staging', 'latest'] });
    expect(await there.prompt.get(name, NO_CACHE)).toMatchObject({ version: 2 });
    expect(await there.prompt.get(name, { ...NO_CACHE, version: 1 })).toMatchObject({ labels: [] });
  });

  it('gets labels of Langfuse as labels of ours, and finds them under both', async () => {
    const { first } = context();
    const langfuse = langfuseClient(first);
    const name = aName();
    await langfuse.prompt.create({ name, prompt: 'One', labels: ['Production', '2026-Q2'] });
    await langfuse.prompt.create({ name, prompt: 'Two' });

    const updated = await langfuse.prompt.update({ name, version: 2, newLabels: ['EU West'] });

    expect(updated).toMatchObject({ labels: ['eu-west', 'latest'] });
    expect((await first.get(`/prompts/${name}`)).body).toMatchObject({
      data: { labels: { production: 1, 'v2026-q2': 1, 'eu-west': 2 } },
    });
    for (const label of ['Production', 'production', '2026-Q2', 'v2026-q2'])
      expect(await langfuse.prompt.get(name, { ...NO_CACHE, label })).toMatchObject({ version: 1 });
    const collision = langfuse.prompt.update({ name, version: 2, newLabels: ['Canary', 'canary'] });
    await expect(collision).rejects.toMatchObject({
      ...badRequest('invalid'),
      body: { details: [{ path: 'newLabels.1', problem: 'duplicate' }] },
    });
  });

  it('promotes a breaking version only by force', async () => {
    const { first } = context();
    const langfuse = langfuseClient(first);
    const name = aName();
    await langfuse.prompt.create({ name, prompt: 'Hi {{name}}', labels: ['production'] });
    await langfuse.prompt.create({ name, prompt: 'Hi {{name}} from {{city}}' });
    const promotion = { name, version: 2, newLabels: ['staging', 'production'] };

    await expect(langfuse.prompt.update(promotion)).rejects.toMatchObject({
      ...badRequest('breaking_change'),
      body: { message: expect.stringMatching(/^breaking_change: .*city is now required.*X-Prompthold-Force: true/) },
    });
    expect((await first.get(`/prompts/${name}`)).body).toMatchObject({ data: { labels: { production: 1 } } });
    const breaking = langfuse.prompt.create({ name, prompt: '{{city}} {{street}}', labels: ['production'] });
    await expect(breaking).rejects.toMatchObject(badRequest('breaking_change'));

    const forced = await langfuseClient(first, { 'X-Prompthold-Force': 'true' }).prompt.update(promotion);
    expect(forced).toMatchObject({ version: 2, labels: ['production', 'staging', 'latest'] });
  });

  it('creates a version that breaks prompts that include it only by force', async () => {
    const { first } = context();
    const name = aName();
    await langfuseClient(first).prompt.create({ name, prompt: 'Hi {{name}}' });
    const includer = await first.createPrompt({ content: `{{> ${name}}}`, labels: ['live'] });
    const breaking = { name, prompt: 'Hi {{name}} from {{city}}' };

    await expect(langfuseClient(first).prompt.create(breaking)).rejects.toMatchObject({
      ...badRequest('breaking_change'),
      body: { message: expect.stringMatching(new RegExp(`${includer.name}@live.*city.*X-Prompthold-Force: true`)) },
    });
    const forced = await langfuseClient(first, { 'X-Prompthold-Force': 'true' }).prompt.create(breaking);
    expect(forced).toMatchObject({ version: 2 });
  });

  it('moves no label if one of them is protected', async () => {
    const { services } = context();
    const owner = await services.first.openAccount();
    const person = await signInClient(services.first.url, owner);
    const langfuse = langfuseClient({ api: services.second, key: owner.token });
    await langfuse.prompt.create({ name: 'a', prompt: 'One', labels: ['production'] });
    await langfuse.prompt.create({ name: 'a', prompt: 'Two' });
    await person.call('PUT', 'protected-labels', { json: { labels: ['production'] } });

    const update = langfuse.prompt.update({ name: 'a', version: 2, newLabels: ['staging', 'production'] });
    await expect(update).rejects.toMatchObject(badRequest('label_protected'));
    const creation = langfuse.prompt.create({ name: 'a', prompt: 'Three', labels: ['production'] });
    await expect(creation).rejects.toMatchObject(badRequest('label_protected'));

    const key = new Client(services.second, owner.token);
    expect((await key.get('/prompts/a')).body).toMatchObject({
      data: { labels: { production: 1 }, latestVersion: 2 },
    });
  });
}
