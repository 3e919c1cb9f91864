import type { IncludeTarget } from '../../../../src/domain/naming/include-target.ts';
import { type LockedVersions, lockedVersionsIn } from '../../../../src/domain/snapshots/locked-versions.ts';
import {
  type PromptContent,
  type PromptTemplate,
  parseContent,
  ROLES,
  templatesOf,
} from '../../../../src/domain/templates/prompt-content.ts';
import { includeTargets } from '../../../../src/domain/templates/template-uses.ts';
import { VARIABLE_TYPES, type VariableDeclaration } from '../../../../src/domain/templates/variables.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../../src/domain/text/json.ts';

/** One version of a prompt, as the service sent it. */
export interface PromptDocument {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  readonly content: PromptContent;
  readonly variables: readonly VariableDeclaration[];
  readonly config: JsonObject;
  /** The rule that selected the version. */
  readonly selectedBy: 'version' | 'label' | 'latest';
  /** The label that selected it. */
  readonly label: string | undefined;
  /** Undefined if it was not selected by a locked label. Followed only for the prompt that is read, not for its includes. */
  readonly lock: LockedVersions | undefined;
}

/** Undefined if it is not a prompt. Ignores unknown fields, so that newer services can add some. */
export function parseDocument(prompt: JsonObject): PromptDocument | undefined {
  const { id, name, version, hash, variables, config } = prompt;
  const content = parseContentFields(prompt);
  if (typeof id !== 'string' || typeof name !== 'string' || typeof version !== 'number' || typeof hash !== 'string') {
    return undefined;
  }
  if (!content || !Array.isArray(variables) || !variables.every(isVariable) || !isObject(config)) return undefined;
  const read = { id, name, version, hash, content, variables: freeze(variables), config: freeze(config) };
  return { ...read, ...readSelection(prompt), lock: lockedVersionsIn(prompt) };
}

function readSelection({ resolved = null }: JsonObject): Pick<PromptDocument, 'selectedBy' | 'label'> {
  const { by, label } = isObject(resolved) ? resolved : {};
  const selectedBy = by === 'version' || by === 'label' ? by : 'latest';
  return { selectedBy, label: by === 'label' && typeof label === 'string' ? label : undefined };
}

/** Whether both are the same version under the same name, selected alike: callers can go on using the one that they have. */
export const isSameReading = (one: PromptDocument, other: PromptDocument): boolean =>
  identityOf(one) === identityOf(other);

const identityOf = ({ id, name, version, hash, selectedBy, lock }: PromptDocument): string =>
  JSON.stringify([id, name, version, hash, selectedBy, lock && [...lock]]);

const templates = new WeakMap<PromptDocument, { readonly template: PromptTemplate | undefined }>();

/** Parses the content once. Undefined if it cannot be rendered: it has too many tags, which only old content can have. */
export function templateOf(document: PromptDocument): PromptTemplate | undefined {
  const known = templates.get(document);
  if (known) return known.template;
  const outcome = parseContent(document.content);
  const template = outcome.kind === 'content' ? outcome.template : undefined;
  templates.set(document, { template });
  return template;
}

/** Lists the includes of a document; none if it is too large to be rendered, which is reported elsewhere. */
export function targetsOf(document: PromptDocument): readonly IncludeTarget[] {
  const template = templateOf(document);
  return template ? includeTargets(templatesOf(template)) : [];
}

function parseContentFields({ type, content, messages }: JsonObject): PromptContent | undefined {
  if (type === 'text') return typeof content === 'string' ? { type, content } : undefined;
  if (type !== 'chat' || !Array.isArray(messages) || !messages.every(isMessage)) return undefined;
  return { type, messages };
}

type Messages = Extract<PromptContent, { readonly type: 'chat' }>['messages'];

/** A message, or a placeholder. */
export const isMessage = (value: unknown): value is Messages[number] =>
  isObject(value) &&
  (typeof value['placeholder'] === 'string' ||
    (ROLES.some((role) => role === value['role']) && typeof value['content'] === 'string'));

const isVariable = (value: JsonValue): value is VariableDeclaration =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  VARIABLE_TYPES.some((type) => type === value['type']) &&
  typeof value['required'] === 'boolean';

/** All callers share these objects: a change by one of them would be seen by the others. */
export function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
