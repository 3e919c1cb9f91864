// biome-ignore-all lint/complexity/noBannedTypes: This is how generated types describe an empty object.
import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { describe, expectTypeOf, it } from 'vitest';
import type {
  Fallback,
  Message,
  OpaqueMessage,
  PromptNames,
  PromptOf,
  PromptShapes,
  UntypedPrompts,
} from '../../../../clients/typescript/src/prompt-types.ts';

/** As `prompthold types` writes it. */
interface Prompts {
  'support/reply': {
    type: 'text';
    variables: { name: string; city?: string; tone: 'formal' | 'warm' };
    config: { model: string; provider: string; x_owner: string };
  };
  'support/chat': { type: 'chat'; variables: { q: string }; placeholders: 'history' | 'examples'; config: {} };
  'support/plain-chat': { type: 'chat'; variables: {}; config: {} };
  'support/fixed': { type: 'text'; variables: {}; config: {} };
  'support/optional': { type: 'text'; variables: { city?: string }; config: {} };
  'support/any': { type: 'text'; variables: { data: unknown }; config: {} };
}

/** The part of the client that its type argument shapes. Nothing here is called: the compiler is the test. */
declare class Prompthold<Names extends PromptShapes<Names> = UntypedPrompts> {
  get<Name extends PromptNames<Names>>(
    name: Name,
    options?: { fallback?: Fallback<Names[Name]> },
  ): PromptOf<Names[Name]>;
}
declare const typed: Prompthold<Prompts>;
declare const untyped: Prompthold;

const HISTORY: Message[] = [{ role: 'user', content: 'Hi' }];

describe('a client with generated types', () => {
  it('accepts only the names of prompts', () => {
    () => typed.get('support/reply');
    // @ts-expect-error There is no such prompt.
    () => typed.get('support/replay');
    // @ts-expect-error Versions are selected by an option.
    () => typed.get('support/reply@3');
    expectTypeOf<PromptNames<Prompts>>().toEqualTypeOf<keyof Prompts>();
  });

  it('renders with exactly the variables of the prompt', () => {
    const reply = () => typed.get('support/reply');

    () => reply().render({ name: 'Ada', tone: 'warm' });
    () => reply().render({ name: 'Ada', tone: 'formal', city: 'Rome' });
    // @ts-expect-error A required variable is missing.
    () => reply().render({ name: 'Ada' });
    // @ts-expect-error All variables are missing.
    () => reply().render();
    // @ts-expect-error The variable is misspelled.
    () => reply().render({ naem: 'Ada', tone: 'warm' });
    // @ts-expect-error There is no such variable.
    () => reply().render({ name: 'Ada', tone: 'warm', country: 'Italy' });
    // @ts-expect-error The value is none of the enum.
    () => reply().render({ name: 'Ada', tone: 'cold' });
    // @ts-expect-error The value has another type.
    () => reply().render({ name: 7, tone: 'warm' });
    // @ts-expect-error A text has no placeholders.
    () => reply().render({ name: 'Ada', tone: 'warm' }, { history: HISTORY });
  });

  it('needs no values for a prompt that requires none, but accepts no others', () => {
    () => typed.get('support/fixed').render();
    () => typed.get('support/fixed').render({});
    () => typed.get('support/optional').render();
    () => typed.get('support/optional').render({ city: 'Rome' });
    // @ts-expect-error There is no such variable.
    () => typed.get('support/fixed').render({ name: 'Ada' });
    // @ts-expect-error There is no such variable.
    () => typed.get('support/optional').render({ town: 'Rome' });
    // @ts-expect-error A value of any type is still required.
    () => typed.get('support/any').render();
    // @ts-expect-error A value of any type is still required.
    () => typed.get('support/any').render({});
  });

  it('renders a chat with all its placeholders', () => {
    const chat = () => typed.get('support/chat');

    () => chat().render({ q: 'Why?' }, { history: HISTORY, examples: [] });
    // @ts-expect-error A placeholder is missing.
    () => chat().render({ q: 'Why?' }, { history: HISTORY });
    // @ts-expect-error All placeholders are missing.
    () => chat().render({ q: 'Why?' });
    // @ts-expect-error There is no such placeholder.
    () => chat().render({ q: 'Why?' }, { history: [], examples: [], past: [] });
    // @ts-expect-error A message has a role.
    () => chat().render({ q: 'Why?' }, { history: [{ content: '' }], examples: [] });
    // @ts-expect-error The chat has no placeholders.
    () => typed.get('support/plain-chat').render({}, { history: HISTORY });
    () => typed.get('support/plain-chat').render();
  });

  it('renders a text to a string and a chat to messages', () => {
    expectTypeOf<ReturnType<PromptOf<Prompts['support/reply']>['render']>>().toEqualTypeOf<string>();
    expectTypeOf<ReturnType<PromptOf<Prompts['support/chat']>['render']>>().toEqualTypeOf<
      (Message | OpaqueMessage)[]
    >();
  });

  it('passes on messages for placeholders with their types, as an SDK declares them', () => {
    const chat = () => typed.get('support/chat');
    const call = { role: 'assistant', content: null, tool_calls: [] } as const;
    () => {
      expectTypeOf(chat().render({ q: '' }, { history: [call], examples: HISTORY })).toEqualTypeOf<
        (Message | typeof call)[]
      >();
      expectTypeOf(chat().render({ q: '' }, { history: [], examples: [] })).toEqualTypeOf<Message[]>();
    };
    // Written in place, as a variable of the SDK, or as plain messages.
    const inPlace = () =>
      chat().toOpenAI(
        { q: '' },
        {
          history: [
            { role: 'assistant', tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '' } }] },
            { role: 'tool', tool_call_id: '1', content: '4' },
          ],
          examples: HISTORY,
        },
      ).messages;
    expectTypeOf(inPlace).returns.toExtend<ChatCompletionMessageParam[]>();
    const ofOpenAI = (history: ChatCompletionMessageParam[]) =>
      chat().toOpenAI({ q: '' }, { history, examples: [] }).messages;
    expectTypeOf(ofOpenAI).returns.toExtend<ChatCompletionMessageParam[]>();
    const ofAnthropic = (history: MessageParam[]) => chat().toAnthropic({ q: '' }, { history, examples: [] }).messages;
    expectTypeOf(ofAnthropic).returns.toExtend<MessageParam[]>();
    const plain = () => chat().toOpenAI({ q: '' }, { history: HISTORY, examples: HISTORY }).messages;
    expectTypeOf(plain).returns.toExtend<ChatCompletionMessageParam[]>();
  });

  it('knows the config, and what a model is sent of it', () => {
    type Reply = PromptOf<Prompts['support/reply']>;

    expectTypeOf<Reply['config']>().toEqualTypeOf<{ model: string; provider: string; x_owner: string }>();
    expectTypeOf<ReturnType<Reply['toOpenAI']>['model']>().toEqualTypeOf<string>();
    expectTypeOf<keyof ReturnType<Reply['toOpenAI']>>().toEqualTypeOf<'model' | 'messages'>();
    expectTypeOf<keyof ReturnType<Reply['toResponses']>>().toEqualTypeOf<'model' | 'input'>();
    expectTypeOf<keyof ReturnType<Reply['toAnthropic']>>().toEqualTypeOf<'model' | 'system' | 'messages'>();
  });

  it('converts prompts with the same values, and a text with a role', () => {
    () => typed.get('support/reply').toOpenAI({ name: 'Ada', tone: 'warm' }, { textRole: 'system' });
    () => typed.get('support/fixed').toResponses();
    () => typed.get('support/chat').toAnthropic({ q: 'Why?' }, { history: HISTORY, examples: [] });
    // @ts-expect-error A required variable is missing.
    () => typed.get('support/reply').toOpenAI({ name: 'Ada' });
    // @ts-expect-error There is no such role.
    () => typed.get('support/fixed').toOpenAI({}, { textRole: 'bot' });
    // @ts-expect-error The placeholders are missing.
    () => typed.get('support/chat').toAnthropic({ q: 'Why?' });
  });

  it('accepts a fallback of the type of the prompt', () => {
    () => typed.get('support/reply', { fallback: 'Dear {{name}}' });
    () =>
      typed.get('support/reply', { fallback: { content: '', config: { model: 'm', provider: 'p', x_owner: 'o' } } });
    () => typed.get('support/chat', { fallback: [{ role: 'user', content: '{{q}}' }, { placeholder: 'history' }] });
    () => typed.get('support/chat', { fallback: { messages: [] } });
    // @ts-expect-error A chat is not a text.
    () => typed.get('support/chat', { fallback: 'Dear {{name}}' });
    // @ts-expect-error A text is not a chat.
    () => typed.get('support/reply', { fallback: [] });
  });
});

describe('a client without generated types', () => {
  it('accepts any name, any values and any placeholders', () => {
    () => untyped.get('whatever').render();
    () => untyped.get('whatever').render({ name: 'Ada', count: 3 });
    () => untyped.get('whatever').render({}, { history: HISTORY });
    () => untyped.get('whatever').toOpenAI({ name: 'Ada' });
    () => untyped.get('whatever', { fallback: 'Hello' });
    () => untyped.get('whatever', { fallback: [{ role: 'user', content: 'Hello' }] });
    // @ts-expect-error A placeholder stands for messages.
    () => untyped.get('whatever').render({}, { history: 'Hi' });
  });

  it('renders to a string or messages, which the type of the prompt tells apart', () => {
    type Untyped = PromptOf<UntypedPrompts[string]>;
    type Text = Extract<Untyped, { type: 'text' }>;

    expectTypeOf<ReturnType<Untyped['render']>>().toEqualTypeOf<string | (Message | OpaqueMessage)[]>();
    expectTypeOf<ReturnType<Text['render']>>().toEqualTypeOf<string>();
    expectTypeOf<Untyped['config']>().toEqualTypeOf<Record<string, unknown>>();
  });

  it('takes a role for a text', () => {
    () => {
      const prompt = untyped.get('whatever');
      if (prompt.type === 'text') prompt.toOpenAI({}, { textRole: 'system' });
      prompt.toOpenAI({}, undefined, { textRole: 'system' });
    };
  });
});

describe('the type argument', () => {
  it('must describe prompts', () => {
    expectTypeOf<Prompthold<Prompts>>().not.toBeAny();
    // @ts-expect-error This is no prompt.
    expectTypeOf<Prompthold<{ greeting: string }>>().not.toBeAny();
  });
});
