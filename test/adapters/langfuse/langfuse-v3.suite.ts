import { expect, it } from 'vitest';
import { aName, type PromptsContext } from '../http/prompts/support/client.ts';
import { langfuseV3Client } from './langfuse-clients.ts';

/** What an application does with `langfuse` 3, without a change to it. */
export function langfuseV3Suite(context: () => PromptsContext): void {
  it('creates, gets and updates a prompt', async () => {
    const langfuse = langfuseV3Client(context().first);
    const name = aName('v3');

    const created = await langfuse.createPrompt({ name, prompt: 'Hi {{name}}', isActive: true });
    await langfuse.createPrompt({ name, prompt: 'Hello {{name}}' });

    expect(created).toMatchObject({ name, version: 1, labels: ['production', 'latest'] });
    expect(await langfuse.getPrompt(name)).toMatchObject({ version: 1, prompt: 'Hi {{name}}', isFallback: false });
    expect((await langfuse.getPrompt(name, 1)).compile({ name: '<Ada>' })).toBe('Hi <Ada>');
    // It sends the name and the version in the body as well.
    expect(await langfuse.updatePrompt({ name, version: 2, newLabels: ['production'] })).toMatchObject({ version: 2 });
    expect(await langfuse.getPrompt(name, undefined, { cacheTtlSeconds: 0 })).toMatchObject({ version: 2 });
  });

  it('gets a chat', async () => {
    const langfuse = langfuseV3Client(context().first);
    const name = aName();
    const messages = [{ role: 'user', content: 'Is {{thing}} true?' }];
    await langfuse.createPrompt({ name, type: 'chat', prompt: messages, labels: ['production'] });

    const chat = await langfuse.getPrompt(name, undefined, { type: 'chat' });

    expect(chat.compile({ thing: 'it' })).toEqual([{ role: 'user', content: 'Is it true?' }]);
  });

  it('uses the fallback of the application for a prompt that does not exist', async () => {
    const langfuse = langfuseV3Client(context().first);

    const prompt = await langfuse.getPrompt(aName(), undefined, { fallback: 'Fallback' });

    expect(prompt).toMatchObject({ isFallback: true, prompt: 'Fallback' });
    await expect(langfuse.getPrompt(aName())).rejects.toThrow('Prompt not found');
  });

  it('is authorized by a Bearer token without a secret key', async () => {
    const { first } = context();
    const name = aName();
    await langfuseV3Client(first).createPrompt({ name, prompt: 'Hi', isActive: true });

    expect(await langfuseV3Client(first, { publicKey: first.key }).getPrompt(name)).toMatchObject({ version: 1 });
  });
}
