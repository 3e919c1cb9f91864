import type Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';
import { describe, expectTypeOf, it } from 'vitest';
import type {
  AnthropicParameters,
  OpenAIParameters,
  PromptOf,
  ResponsesParameters,
  UntypedPrompts,
} from '../../../../clients/typescript/src/prompt-types.ts';

/** As `prompthold types` writes it. */
interface Config {
  model: string;
  temperature: number;
  max_tokens: number;
  stop: string[];
  provider: string;
  x_team: string;
}
type Chat = PromptOf<{ type: 'chat'; variables: { q: string }; placeholders: 'history'; config: Config }>;
type Text = PromptOf<{ type: 'text'; variables: { q: string }; config: { model: string } }>;

// Nothing here is called: the compiler is the test.
declare const openai: OpenAI;
declare const anthropic: Anthropic;
declare const chat: Chat;
declare const text: Text;
declare const untyped: PromptOf<UntypedPrompts[string]>;

const VALUES = { q: 'Why?' };
const PLACEHOLDERS = { history: [] };

describe('the parameters of a prompt', () => {
  it('are those of a chat completion', () => {
    () => openai.chat.completions.create(chat.toOpenAI(VALUES, PLACEHOLDERS));
    () => openai.chat.completions.create(text.toOpenAI(VALUES));
    () => openai.chat.completions.create({ ...text.toOpenAI(VALUES, { textRole: 'developer' }), stream: true });
    expectTypeOf<OpenAIParameters<Config>>().toExtend<OpenAI.ChatCompletionCreateParams>();
  });

  it('are those of a response', () => {
    () => openai.responses.create(text.toResponses(VALUES));
    expectTypeOf<ResponsesParameters<{ model: string }>>().toExtend<OpenAI.Responses.ResponseCreateParams>();
  });

  it('are those of a message', () => {
    () => anthropic.messages.create({ max_tokens: 1024, ...text.toAnthropic(VALUES) });
    () => anthropic.messages.create(chat.toAnthropic(VALUES, PLACEHOLDERS));
    expectTypeOf<
      AnthropicParameters<{ model: string; max_tokens: number }>
    >().toExtend<Anthropic.MessageCreateParams>();
  });

  it('need a model from the application if the types of the config are not known', () => {
    () => openai.chat.completions.create({ model: 'gpt-5', ...untyped.toOpenAI(VALUES) });
    () => openai.responses.create({ model: 'gpt-5', ...untyped.toResponses(VALUES) });
    () => anthropic.messages.create({ model: 'claude', max_tokens: 1024, ...untyped.toAnthropic(VALUES) });
    // @ts-expect-error The config may have no model.
    () => openai.chat.completions.create(untyped.toOpenAI(VALUES));
  });

  it('do not include settings of the application', () => {
    expectTypeOf<OpenAIParameters<Config>>().not.toHaveProperty('provider');
    expectTypeOf<OpenAIParameters<Config>>().not.toHaveProperty('x_team');
  });
});
