import { type ContentInput, parseContent, templatesOf } from '../../../../src/domain/templates/prompt-content.ts';
import { includeTargets, variableUses } from '../../../../src/domain/templates/template-uses.ts';
import { inferVariables } from '../../../../src/domain/templates/variables.ts';
import { isBoundedJson, isObject, type JsonObject } from '../../../../src/domain/text/json.ts';
import { PromptholdError } from '../errors.ts';
import { LoadedPrompt } from './loaded-prompt.ts';
import { isMessage } from './prompt-document.ts';

/** Throws if it is not a template, so that a mistake is found before the fallback is needed. */
export function toFallbackPrompt(name: string, fallback: unknown): LoadedPrompt {
  const { template, variables, config } = parseGiven(name, fallback);
  // An included prompt may be just as unavailable as the prompt itself.
  if (includeTargets(templatesOf(template)).length > 0) throw reject(name, 'it includes other prompts');
  const fields = { name, template, include: () => undefined, version: 0, hash: '', label: undefined, config };
  const release = { fingerprint: '', includes: [] };
  // Nothing declares the types of its variables, so they take any value.
  const ofAnyType = variables.map((variable) => ({ ...variable, type: 'json' as const }));
  return new LoadedPrompt({ ...fields, release, variables: ofAnyType }, 'fallback');
}

/** A template that the application has given, with the variables that are inferred from it. */
export function parseGiven(name: string, given: unknown) {
  const { content, config } = readGiven(name, given);
  const parsed = parseContent(content);
  if (parsed.kind === 'invalid')
    throw reject(name, parsed.problems.map(({ path, problem }) => `${path}: ${problem}`).join(', '));
  const inferred = inferVariables(variableUses(templatesOf(parsed.template), () => undefined));
  if (inferred.kind === 'invalid') throw reject(name, 'too many variables');
  return { content, config, template: parsed.template, variables: inferred.variables };
}

/** A text, messages, or an object with either and a config. */
function readGiven(name: string, fallback: unknown): { readonly content: ContentInput; readonly config: JsonObject } {
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
