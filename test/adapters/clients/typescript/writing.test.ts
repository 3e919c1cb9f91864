import { describe, expect, it } from 'vitest';
import { PromptholdError, Unavailable } from '../../../../clients/typescript/src/client/prompthold-client.ts';
import { ClientService } from '../../../support/clients/client-service.ts';
import { aName, dataIn } from '../../http/prompts/support/client.ts';

const service = await ClientService.forFile();

const labelsOf = async (name: string) =>
  (dataIn(await service.author.get(`/prompts/${name}`)) as { labels: Record<string, number>; latestVersion: number })
    .labels;

describe('publish', () => {
  it('creates a prompt, then versions, and nothing for the same content', async () => {
    const { prompts } = service.client({ refresh: 'never' });
    const name = aName();

    const published = [
      await prompts.publish(name, { content: 'one', labels: ['production'], message: 'first', config: { a: 1 } }),
      await prompts.publish(name, { content: 'one' }),
      await prompts.publish(name, { content: 'two', labels: ['production'] }),
    ];

    expect(published).toEqual([
      { version: 1, unchanged: false },
      { version: 1, unchanged: true },
      { version: 2, unchanged: false },
    ]);
    expect(await prompts.get(name)).toMatchObject({ version: 2, config: { a: 1 } });
  });

  it('is seen by the next get, whatever the refresh option', async () => {
    const { prompts } = service.client({ refresh: 'never' });
    const { name } = await service.author.createPrompt({ content: 'one' });
    await prompts.get(name);

    await prompts.publish(name, { content: 'two' });

    expect((await prompts.get(name)).render()).toBe('two');
  });

  it('reports what the service rejects', async () => {
    const { prompts } = service.client();

    await expect(prompts.publish(aName(), { content: '{{#a}}' })).rejects.toMatchObject({
      name: 'PromptholdError',
      code: 'invalid',
      status: 422,
      details: [{ path: 'content', problem: 'unbalanced', message: expect.stringContaining('not closed') }],
    });
  });

  it('is not repeated after a lost response, and can safely be repeated by the caller', async () => {
    const proxy = await service.proxy();
    proxy.fault = () => (proxy.calls.length === 1 ? { kind: 'lose-response' } : undefined);
    const { prompts } = service.client({ url: proxy.url });
    const name = aName();

    const error = await prompts.publish(name, { content: 'one' }).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(Unavailable);
    expect(String(error)).toMatch(/outcome is unknown.*Publishing again is safe/);
    expect(proxy.calls).toHaveLength(1);
    expect(await prompts.publish(name, { content: 'one' })).toEqual({ version: 1, unchanged: true });
  });
});

describe('move', () => {
  it('moves a label, and returns where it pointed', async () => {
    const { name } = await service.author.createPrompt();
    await service.author.publish(name, { content: 'two' });
    const { prompts } = service.client({ label: 'production', refresh: 'never' });

    expect(await prompts.move(name, 'production', 1)).toEqual({ version: 1, previous: null });
    expect((await prompts.get(name)).version).toBe(1);
    expect(await prompts.move(name, 'production', 2, { message: 'better' })).toEqual({ version: 2, previous: 1 });
    expect((await prompts.get(name)).version).toBe(2);
  });

  it('checks where the label points with expect', async () => {
    const { name } = await service.author.createPrompt({ labels: ['production'] });
    await service.author.publish(name, { content: 'two' });
    const { prompts } = service.client();

    for (const expect_ of [2, null]) {
      const moved = prompts.move(name, 'production', 2, { expect: expect_ });
      await expect(moved).rejects.toMatchObject({ name: 'PromptholdError', code: 'precondition_failed' });
    }
    await expect(prompts.move(name, 'staging', 2, { expect: 1 })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    expect(await labelsOf(name)).toEqual({ production: 1 });
    expect(await prompts.move(name, 'production', 2, { expect: 1 })).toEqual({ version: 2, previous: 1 });
    expect(await prompts.move(name, 'staging', 2, { expect: null })).toEqual({ version: 2, previous: null });
  });

  it('with expect succeeds although the prompt changed otherwise, and fails if another move came first', async () => {
    const { name } = await service.author.createPrompt({ labels: ['production'] });
    await service.author.publish(name, { content: 'two' });
    const proxy = await service.proxy();
    const { prompts } = service.client({ url: proxy.url });
    let interfere: (() => Promise<unknown>) | undefined = () => service.author.publish(name, { content: 'three' });
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const { method } = init ?? {};
      const act = method === 'PUT' ? interfere : undefined;
      interfere = act ? undefined : interfere;
      await act?.();
      return globalThis.fetch(url, init);
    };
    const raced = service.client({ fetch }).prompts;

    expect(await raced.move(name, 'production', 2, { expect: 1 })).toEqual({ version: 2, previous: 1 });
    interfere = () => prompts.move(name, 'production', 3);
    await expect(raced.move(name, 'production', 1, { expect: 2 })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    expect(await labelsOf(name)).toEqual({ production: 3 });
  });

  it('reports a breaking change unless it is forced', async () => {
    const { name } = await service.author.createPrompt({ labels: ['production'] });
    await service.author.publish(name, { content: '{{a}}' });
    const { prompts } = service.client();

    await expect(prompts.move(name, 'production', 2)).rejects.toMatchObject({ code: 'breaking_change', status: 409 });
    expect(await prompts.move(name, 'production', 2, { force: true })).toEqual({ version: 2, previous: 1 });
  });

  it('states that the outcome is unknown after a lost response', async () => {
    const { name } = await service.author.createPrompt();
    const proxy = await service.proxy();
    proxy.fault = (_, method) => (method === 'PUT' ? { kind: 'lose-response' } : undefined);
    const { prompts } = service.client({ url: proxy.url });

    const error = await prompts.move(name, 'production', 1, { expect: null }).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(Unavailable);
    expect(String(error)).toContain('outcome is unknown');
    expect(proxy.calls.map(({ method }) => method)).toEqual(['GET', 'PUT']);
    expect(await labelsOf(name)).toEqual({ production: 1 });
  });

  it('fails for a prompt that does not exist, and after close', async () => {
    const { prompts } = service.client();

    await expect(prompts.move(aName(), 'production', 1)).rejects.toMatchObject({ name: 'PromptNotFound' });
    await prompts.close();
    for (const call of [
      prompts.get('a'),
      prompts.publish('a', { content: '' }),
      prompts.move('a', 'b', 1),
      prompts.preload(),
    ]) {
      const error = await call.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(PromptholdError);
      expect(error).toMatchObject({ code: 'closed' });
    }
  });
});
