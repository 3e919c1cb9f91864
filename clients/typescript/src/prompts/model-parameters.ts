import type { RenderedMessage } from '../../../../src/domain/templates/prompt-content.ts';
import type { JsonObject } from '../../../../src/domain/text/json.ts';

/** Read by applications and other tools, but no parameters of a model. */
const isForModel = (key: string): boolean => key !== 'provider' && key !== 'litellm' && !key.startsWith('x_');

/** A copy, because applications often complete it. */
const modelConfig = (config: JsonObject): Record<string, unknown> =>
  structuredClone(Object.fromEntries(Object.entries(config).filter(([key]) => isForModel(key))));

export const toOpenAI = (config: JsonObject, messages: readonly RenderedMessage[]) => ({
  ...modelConfig(config),
  messages,
});

export const toResponses = (config: JsonObject, messages: readonly RenderedMessage[]) => ({
  ...modelConfig(config),
  input: messages,
});

export function toAnthropic(config: JsonObject, messages: readonly RenderedMessage[]) {
  const instructions = messages.filter(isInstruction);
  const system = instructions.map(({ content }) => content).join('\n\n');
  return {
    ...modelConfig(config),
    ...(instructions.length > 0 && { system }),
    messages: messages.filter((message) => !isInstruction(message)),
  };
}

/** A message with parts stays where its sender put it: only texts can be joined. */
const isInstruction = ({ role, content }: RenderedMessage): boolean =>
  (role === 'system' || role === 'developer') && typeof content === 'string';
