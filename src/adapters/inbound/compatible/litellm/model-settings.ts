import { isObject, type JsonObject } from '../../../../domain/text/json.ts';

/** The parameters of a completion that LiteLLM passes on to every provider. */
const PARAMETERS: ReadonlySet<string> = new Set([
  'temperature',
  'top_p',
  'n',
  'stop',
  'max_tokens',
  'max_completion_tokens',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning_effort',
  'verbosity',
  'user',
  'timeout',
]);

/** The model that a config names; null if it names none. */
export function findModel(config: JsonObject): string | null {
  const model = Object.hasOwn(config, 'model') ? config['model'] : undefined;
  return typeof model === 'string' ? model : null;
}

/** The parameters in a config: those for LiteLLM if it has some, or else all that LiteLLM knows. Null if there are none. */
export function findParameters(config: JsonObject): JsonObject | null {
  const own = Object.hasOwn(config, 'litellm') ? config['litellm'] : undefined;
  if (isObject(own)) return own;
  const known = Object.entries(config).filter(([name]) => PARAMETERS.has(name));
  return known.length === 0 ? null : Object.fromEntries(known);
}
