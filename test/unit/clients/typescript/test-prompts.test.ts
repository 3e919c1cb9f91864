import { describe, expect, it, vi } from 'vitest';
import { testPrompts } from '../../../../clients/typescript/src/client/prompthold-client.ts';

interface Prompts {
  reply: { type: 'text'; variables: { name: string; n?: number }; config: { model: string } };
  chat: { type: 'chat'; variables: { q: string }; placeholders: 'history'; config: object };
  sign: { type: 'text'; variables: object; config: object };
}

const templates = () => ({
  reply: { content: 'Dear {{name}}{{#n}} {{n}}{{/n}}, {{> sign}}', config: { model: 'm' } },
  chat: [{ role: 'user' as const, content: '{{q}}' }, { placeholder: 'history' }],
  sign: 'Yours',
});

describe('testPrompts', () => {
  it('has prompts that are templates, and needs no network', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
    const prompts = testPrompts<Prompts>(templates(), { label: 'production' });

    const reply = await prompts.get('reply');
    expect([reply.render({ name: 'Ada', n: 1 }), reply.version, reply.config]).toEqual([
      'Dear Ada 1, Yours',
      1,
      { model: 'm' },
    ]);
    expect(() => reply.render({ nmae: 'Ada' } as never)).toThrow(/name \(missing\), nmae \(unknown\)/);
    expect((await prompts.get('chat')).render({ q: 'Why?' }, { history: [] })).toEqual([
      { role: 'user', content: 'Why?' },
    ]);
    expect([await prompts.preload(), await prompts.ready()]).toEqual([0, 'network']);
    await expect(prompts.get('other' as 'sign')).rejects.toMatchObject({ code: 'prompt_not_found' });
    expect(fetch).not.toHaveBeenCalled();
    for await (const change of prompts.changes()) throw new Error(change.type);
    await prompts.close();
  });

  it('publishes and moves like a real client', async () => {
    const prompts = testPrompts({ a: 'One' });

    expect(await prompts.publish('a', { content: 'Two', labels: ['staging'] })).toEqual({
      version: 2,
      unchanged: false,
    });
    expect(await prompts.publish('a', { content: 'Two' })).toEqual({ version: 2, unchanged: true });
    expect((await prompts.get('a', { label: 'staging' })).render()).toBe('Two');
    expect((await prompts.get('a', { version: 1 })).render()).toBe('One');
    expect(await prompts.move('a', 'production', 1, { expect: null })).toEqual({ version: 1, previous: null });
    expect((await prompts.get('a')).version).toBe(1);
  });

  it('takes declared variables, and refuses what is no template', async () => {
    const variables = [{ name: 'n', type: 'number' as const, required: true }];
    const prompts = testPrompts({ a: { content: '{{n}}', variables } });

    expect((await prompts.get('a')).render({ n: 1 })).toBe('1');
    for (const malformed of ['{{#a}}', 7, { text: 'x' }]) {
      expect(() => testPrompts({ a: malformed as string })).toThrow(expect.objectContaining({ code: 'configuration' }));
    }
  });
});
