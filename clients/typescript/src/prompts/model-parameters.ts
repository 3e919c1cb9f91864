import type { Message, Role } from '../../../../src/domain/templates/prompt-content.ts';
import type { JsonObject } from '../../../../src/domain/text/json.ts';
import { PromptholdError } from '../errors.ts';

/** Read by applications and other tools, but no parameters of a model. */
const isForModel = (key: string): boolean => key !== 'provider' && key !== 'litellm' && !key.startsWith('x_');

/** A copy, because applications often complete it. */
const modelConfig = (config: JsonObject): Record<string, unknown> =>
  structuredClone(Object.fromEntries(Object.entries(config).filter(([key]) => isForModel(key))));

export const toOpenAI = (config: JsonObject, messages: readonly Message[]) => ({
  ...modelConfig(config),
  messages: withoutTools(messages),
});

export const toResponses = (config: JsonObject, messages: readonly Message[]) => ({
  ...modelConfig(config),
  input: withoutTools(messages),
});

export function toAnthropic(config: JsonObject, messages: readonly Message[]) {
  const expressible = withoutTools(messages);
  const instructions = expressible.filter(({ role }) => isInstruction(role));
  const system = instructions.map(({ content }) => content).join('\n\n');
  return {
    ...modelConfig(config),
    ...(instructions.length > 0 && { system }),
    messages: expressible.filter(({ role }) => !isInstruction(role)),
  };
}

const isInstruction = (role: Role): boolean => role === 'system' || role === 'developer';

function withoutTools(messages: readonly Message[]): Message[] {
  if (messages.some(({ role }) => role === 'tool')) {
    throw new PromptholdError('not_expressible', 'A tool message needs a call id, which no prompt has.');
  }
  return messages.map(({ role, content }) => ({ role, content }));
}
