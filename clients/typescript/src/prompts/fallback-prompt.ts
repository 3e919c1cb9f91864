import { type ContentInput, parseContent, templatesOf } from '../../../../src/domain/templates/prompt-content.ts';
import { includeTargets, variableUses } from '../../../../src/domain/templates/template-uses.ts';
import { inferVariables } from '../../../../src/domain/templates/variables.ts';
import { isBoundedJson, isObject, type JsonObject } from '../../../../src/domain/text/json.ts';
import { PromptholdError } from '../errors.ts';
import { LoadedPrompt } from './loaded-prompt.ts';
import { isMessage } from './prompt-document.ts';

/** Throws if it is not a template, so that a mistake is found before the fallback is needed. */
export function toFallbackPrompt(name: string, fallback: unknown): LoadedPrompt {
  const { content, config } = readFallback(name, fallback);
  const parsed = parseContent(content);
  if (parsed.kind === 'invalid')
    throw reject(name, parsed.problems.map(({ path, problem }) => `${path}: ${problem}`).join(', '));
  const templates = templatesOf(parsed.template);
  // An included prompt may be just as unavailable as the prompt itself.
  if (includeTargets(templates).length > 0) throw reject(name, 'it includes other prompts');
  const inferred = inferVariables(variableUses(templates, () => undefined));
  if (inferred.kind === 'invalid') throw reject(name, 'too many variables');
  const { variables } = inferred;
  const release = { fingerprint: '', includes: [] };
  const { template } = parsed;
  const fields = { name, template, variables, include: () => undefined, version: 0, hash: '', release, config };
  return new LoadedPrompt(fields, 'fallback');
}

/** A text, messages, or an object with either and a config. */
function readFallback(
  name: string,
  fallback: unknown,
): { readonly content: ContentInput; readonly config: JsonObject } {
  const { content, messages, config = {} } = (isObject(fallback) ? fallback : { content: fallback }) as JsonObject;
  // A fallback with both `content` and `messages` is invalid.
  const written = messages === undefined ? content : content === undefined && messages;
  if (!isBoundedJson(config) || !isObject(config)) throw reject(name, 'config is no JSON object');
  if (typeof written === 'string') return { content: { type: 'text', content: written }, config };
  if (!Array.isArray(written) || !written.every(isMessage)) throw reject(name, 'it is neither text nor messages');
  return { content: { type: 'chat', messages: written }, config };
}

const reject = (name: string, problem: string): PromptholdError =>
  new PromptholdError('configuration', `The fallback of ${name} is invalid: ${problem}.`);
