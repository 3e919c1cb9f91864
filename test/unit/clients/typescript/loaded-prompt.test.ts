import { describe, expect, it } from 'vitest';
import { testPrompts } from '../../../../clients/typescript/src/client/prompthold-client.ts';
import { PromptholdError } from '../../../../clients/typescript/src/errors.ts';
import { toFallbackPrompt } from '../../../../clients/typescript/src/prompts/fallback-prompt.ts';

const aText = (config: object = {}) => toFallbackPrompt('a', { content: 'Dear {{name}}', config });

const aChat = (roles: readonly string[], config: object = {}) =>
  toFallbackPrompt('a', { messages: roles.map((role) => ({ role, content: `${role} for {{name}}` })), config });

const VALUES = { name: 'Ada' };
const TEXT = { role: 'user', content: 'Dear Ada' };

describe('telemetry', () => {
  it('names the prompt for any tracer, with what is known', async () => {
    const prompts = testPrompts({ a: 'Hi' }, { label: 'production' });
    const prompt = await prompts.get('a');

    expect(prompt.telemetry()).toEqual({
      'gen_ai.prompt.name': 'a',
      'gen_ai.prompt.version': 1,
      'prompthold.prompt.hash': prompt.hash,
      'prompthold.prompt.fingerprint': prompt.fingerprint,
      'prompthold.prompt.label': 'production',
      'prompthold.prompt.source': 'network',
    });
    expect(aText().telemetry()).toEqual({
      'gen_ai.prompt.name': 'a',
      'gen_ai.prompt.version': 0,
      'prompthold.prompt.source': 'fallback',
    });
  });
});

describe('a fallback', () => {
  it('takes values of any type, because nothing declares them', () => {
    expect(toFallbackPrompt('a', '{{n}} {{t}} {{b}}').render({ n: 3, t: 'x', b: true })).toBe('3 x true');
  });
});

describe('the parameters for a model', () => {
  it('are the config and the rendered messages, in the field that each API expects', () => {
    const prompt = aText({ model: 'm', temperature: 0.5 });

    expect(prompt.toOpenAI(VALUES)).toEqual({ model: 'm', temperature: 0.5, messages: [TEXT] });
    expect(prompt.toResponses(VALUES)).toEqual({ model: 'm', temperature: 0.5, input: [TEXT] });
    expect(prompt.toAnthropic(VALUES)).toEqual({ model: 'm', temperature: 0.5, messages: [TEXT] });
  });

  it('replace what a config has in the place of messages', () => {
    const prompt = aText({ messages: 'config', input: 'config' });

    expect(prompt.toOpenAI(VALUES)).toEqual({ input: 'config', messages: [TEXT] });
    expect(prompt.toResponses(VALUES)).toEqual({ messages: 'config', input: [TEXT] });
  });

  it('leave out settings of the application and of other tools', () => {
    const prompt = aText({ model: 'm', provider: 'openai', litellm: { a: 1 }, x_team: 'support', xy: 1 });

    expect(prompt.toOpenAI(VALUES)).toEqual({ model: 'm', xy: 1, messages: [TEXT] });
  });

  it('can be changed without changing the prompt', () => {
    const prompt = aText({ stop: ['a'] });

    (prompt.toOpenAI(VALUES) as unknown as { stop: string[] }).stop.push('b');

    expect(prompt.config).toEqual({ stop: ['a'] });
  });

  it('give a text another role, in the second or the third argument', () => {
    const system = { role: 'system', content: 'Dear Ada' };

    expect(aText().toOpenAI(VALUES, { textRole: 'system' })).toEqual({ messages: [system] });
    expect(aText().toOpenAI(VALUES, undefined, { textRole: 'system' })).toEqual({ messages: [system] });
    expect(aText().toAnthropic(VALUES, { textRole: 'system' })).toEqual({ system: 'Dear Ada', messages: [] });
    expect(aChat(['user']).toOpenAI(VALUES, undefined, { textRole: 'system' })).toEqual({
      messages: [{ role: 'user', content: 'user for Ada' }],
    });
  });

  it('join instructions with a blank line for Anthropic, wherever they stand', () => {
    const prompt = aChat(['system', 'user', 'developer', 'assistant']);

    expect(prompt.toAnthropic(VALUES)).toEqual({
      system: 'system for Ada\n\ndeveloper for Ada',
      messages: [
        { role: 'user', content: 'user for Ada' },
        { role: 'assistant', content: 'assistant for Ada' },
      ],
    });
  });

  it('have the instructions of the config if the prompt has none', () => {
    expect(aChat(['user'], { system: 'config' }).toAnthropic(VALUES)).toMatchObject({ system: 'config' });
    expect(aChat(['system'], { system: 'config' }).toAnthropic(VALUES)).toMatchObject({ system: 'system for Ada' });
  });

  it('include the messages of placeholders', () => {
    const prompt = toFallbackPrompt('a', [{ role: 'system', content: 'Be brief' }, { placeholder: 'history' }]);
    const history = [
      { role: 'assistant', content: null, tool_calls: [{ id: '{{name}}' }] },
      { role: 'tool', tool_call_id: '{{name}}', content: '4' },
      { role: 'system', content: [{ type: 'text', text: 'x' }] },
    ];
    const system = { role: 'system', content: 'Be brief' };

    expect(prompt.render({}, { history } as object)).toEqual([system, ...history]);
    expect(prompt.toOpenAI({}, { history } as object)).toEqual({ messages: [system, ...history] });
    expect(prompt.toResponses({}, { history } as object)).toEqual({ input: [system, ...history] });
    // Only texts can be joined to one.
    expect(prompt.toAnthropic({}, { history } as object)).toEqual({ system: 'Be brief', messages: history });
  });

  it('cannot be given for a message of a tool, which needs the id of a call', () => {
    const prompt = aChat(['user', 'tool']);

    for (const convert of ['toOpenAI', 'toResponses', 'toAnthropic'] as const) {
      const error = catchError(() => prompt[convert](VALUES));
      expect(error).toBeInstanceOf(PromptholdError);
      expect(error).toMatchObject({ code: 'not_expressible' });
    }
    expect(prompt.render(VALUES)).toHaveLength(2);
  });

  it('cannot be given for integers that JSON changes', () => {
    for (const id of [2 ** 60, 2n ** 60n, -(2n ** 90n)]) {
      const error = catchError(() => toFallbackPrompt('a', '{{#ids}}{{.}}{{/ids}}').render({ ids: [id] }));
      expect(error).toMatchObject({ problems: [{ path: 'ids.0', problem: 'type' }] });
      expect(String(error)).toContain('ids.0 is an integer beyond 2^53: write it as text');
    }
  });

  it('cannot be given for wrong values', () => {
    expect(catchError(() => aText().toOpenAI({ nmae: 'Ada' }))).toMatchObject({
      code: 'variables_invalid',
      problems: expect.arrayContaining([
        { path: 'name', problem: 'missing' },
        { path: 'nmae', problem: 'unknown' },
      ]),
    });
  });
});

function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
