import {
  type ContentInput,
  type MessageInput,
  parseConfig,
  parseContent,
  templatesOf,
} from '../../../../src/domain/templates/prompt-content.ts';
import { includeTargets, variableUses } from '../../../../src/domain/templates/template-uses.ts';
import { inferVariables } from '../../../../src/domain/templates/variables.ts';
import { PromptholdError } from '../errors.ts';
import { LoadedPrompt } from './loaded-prompt.ts';

/** Throws if it is not a template, so that a mistake is found before the fallback is needed. */
export function toFallbackPrompt(name: string, fallback: unknown): LoadedPrompt {
  const { content, config } = readFallback(name, fallback);
  const parsed = parseContent(content);
  if (parsed.kind === 'invalid')
    throw reject(name, parsed.problems.map(({ path, problem }) => `${path}: ${problem}`).join(', '));
  const templates = templatesOf(parsed.template);
  // An included prompt may be just as unavailable as the prompt itself.
  if (includeTargets(templates).length > 0) throw reject(name, 'it must not include other prompts');
  const inferred = inferVariables(variableUses(templates, () => undefined));
  if (inferred.kind === 'invalid') throw reject(name, 'it has too many variables');
  const { variables } = inferred;
  const fields = { name, template: parsed.template, variables, include: () => undefined, version: 0, hash: '', config };
  return new LoadedPrompt(fields, 'fallback');
}

function readFallback(name: string, fallback: unknown) {
  if (typeof fallback === 'string' || Array.isArray(fallback))
    return { content: readContent(name, fallback), config: {} };
  if (typeof fallback !== 'object' || fallback === null) throw reject(name, 'it must be a text, messages or an object');
  const { content, messages, config = {} } = fallback as Readonly<Record<string, unknown>>;
  if ((content === undefined) === (messages === undefined))
    throw reject(name, 'it must have either content or messages');
  const parsed = parseConfig(config);
  if (parsed.kind === 'invalid') throw reject(name, 'its config must be a JSON object');
  return { content: readContent(name, content ?? messages), config: parsed.config };
}

function readContent(name: string, content: unknown): ContentInput {
  if (typeof content === 'string') return { type: 'text', content };
  if (Array.isArray(content) && content.every(isMessage)) return { type: 'chat', messages: content };
  throw reject(name, 'its content must be a text or a list of messages');
}

const isMessage = (value: unknown): value is MessageInput =>
  typeof value === 'object' &&
  value !== null &&
  (('placeholder' in value && typeof value.placeholder === 'string') ||
    ('role' in value && typeof value.role === 'string' && 'content' in value && typeof value.content === 'string'));

const reject = (name: string, problem: string): PromptholdError =>
  new PromptholdError('configuration', `The fallback of ${name} is invalid: ${problem}.`);
