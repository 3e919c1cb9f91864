import { z } from 'zod';
import {
  type ContentInput,
  canonicalVersion,
  type PromptContent,
  parseContent,
  templatesOf,
} from '../../../src/domain/templates/prompt-content.ts';
import { parseTemplate, type Template } from '../../../src/domain/templates/template.ts';
import { includeTargets, variableUses } from '../../../src/domain/templates/template-uses.ts';
import {
  inferVariable,
  parseVariables,
  useProblems,
  type VariableDeclaration,
} from '../../../src/domain/templates/variables.ts';
import { isObject, type JsonObject } from '../../../src/domain/text/json.ts';
import type { FakeResponse } from '../prompt-files/fake-prompt-service.ts';

interface Version {
  readonly content: PromptContent;
  readonly variables: readonly VariableDeclaration[];
  readonly config: JsonObject;
  readonly message: string;
}

interface StoredPrompt {
  readonly name: string;
  description: string;
  tags: readonly string[];
  readonly versions: Version[];
  readonly labels: Map<string, number>;
}

const body = z.strictObject({
  name: z.string().optional(),
  type: z.enum(['text', 'chat']),
  content: z.string().optional(),
  messages: z.array(z.custom<{ role: 'user'; content: string }>(isObject)).optional(),
  variables: z.array(z.custom<VariableDeclaration>(isObject)).optional(),
  config: z.custom<JsonObject>(isObject).optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  labels: z.array(z.string()).optional(),
  message: z.string().optional(),
});

/** The prompts of one account, with the rules that `push` and `pull` rely on. */
export class FakePrompts {
  readonly #prompts = new Map<string, StoredPrompt>();

  list(query: URLSearchParams): FakeResponse {
    const label = query.get('label') ?? undefined;
    const limit = Number(query.get('limit') ?? 50);
    const after = query.get('cursor') ?? '';
    const matching = [...this.#prompts.values()]
      .filter((prompt) => prompt.name > after && selectVersion(prompt, label) !== undefined)
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const page = matching.slice(0, limit);
    const nextCursor = matching.length > limit ? (page.at(-1)?.name ?? null) : null;
    return {
      status: 200,
      body: { data: page.map((prompt) => toResponseData(prompt, selectVersion(prompt, label))), nextCursor },
    };
  }

  put(name: string, given: unknown): FakeResponse {
    const parsed = body.safeParse(given);
    if (!parsed.success) return toInvalid(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
    const { data } = parsed;
    const version = this.#version(data);
    if ('status' in version) return version;

    const existing = this.#prompts.get(name);
    if (existing && existing.versions[0]?.content.type !== data.type) {
      return { status: 409, body: { error: 'Conflict', code: 'type_mismatch' } };
    }
    const prompt: StoredPrompt = existing ?? { name, description: '', tags: [], versions: [], labels: new Map() };
    const before = fingerprint(prompt);
    if (hash(prompt.versions.at(-1)) !== hash(version)) prompt.versions.push(version);
    prompt.description = data.description ?? prompt.description;
    prompt.tags = data.tags ?? prompt.tags;
    for (const label of data.labels ?? []) prompt.labels.set(label, prompt.versions.length);
    this.#prompts.set(name, prompt);
    const unchanged = fingerprint(prompt) === before ? { unchanged: true } : {};
    return {
      status: existing ? 200 : 201,
      body: { data: { ...toResponseData(prompt, prompt.versions.length), ...unchanged } },
    };
  }

  #version({ type, content, messages, ...rest }: z.infer<typeof body>): Version | FakeResponse {
    const input: ContentInput = type === 'text' ? { type, content: content ?? '' } : { type, messages: messages ?? [] };
    const parsed = parseContent(input);
    if (parsed.kind === 'invalid') return toInvalid(parsed.problems.map(({ path, problem }) => [path, problem]));
    const templates = templatesOf(parsed.template);
    const missing = includeTargets(templates).filter(({ name }) => !this.#template(name));
    if (missing.length > 0)
      return toInvalid(missing.map(({ name }) => ['content', `includes ${name}, which is missing`]));

    const uses = variableUses(templates, ({ name }) => this.#template(name));
    const outcome = parseVariables(rest.variables ?? uses.map(inferVariable));
    if (outcome.kind === 'invalid') return toInvalid(outcome.problems.map(({ path, problem }) => [path, problem]));
    const problems = useProblems(outcome.variables, uses);
    if (problems.length > 0) return toInvalid(problems.map(({ path, problem }) => [path, problem]));
    const { config = {}, message = '' } = rest;
    return { content: parsed.content, variables: outcome.variables, config, message };
  }

  readonly #templates = new Map<string, Template>();

  /** Equal names must return the same object, see IncludeLookup. */
  #template(name: string): Template | undefined {
    const content = this.#prompts.get(name)?.versions.at(-1)?.content;
    if (content?.type !== 'text') return undefined;
    const known = this.#templates.get(content.content);
    const outcome = parseTemplate(content.content);
    if (known || outcome.kind === 'unbalanced') return known;
    this.#templates.set(content.content, outcome.template);
    return outcome.template;
  }
}

const hash = (version: Version | undefined): string =>
  version ? canonicalVersion(version.content, version.variables, version.config) : '';

const fingerprint = ({ description, tags, versions, labels }: StoredPrompt): string =>
  JSON.stringify([description, tags, versions.length, [...labels]]);

/** The number of the version that the label, or the default rule, selects. */
function selectVersion({ labels, versions }: StoredPrompt, label: string | undefined): number | undefined {
  if (label === 'latest') return versions.length;
  return label === undefined ? (labels.get('production') ?? versions.length) : labels.get(label);
}

function toResponseData(prompt: StoredPrompt, number = 0) {
  const { name, description, tags, versions, labels } = prompt;
  const version = versions[number - 1];
  return {
    name,
    description,
    tags,
    labels: Object.fromEntries(labels),
    latestVersion: versions.length,
    archived: false,
    version: number,
    ...version?.content,
    variables: version?.variables,
    message: version?.message,
    // Some databases return keys in a different order.
    config: Object.fromEntries(Object.entries(version?.config ?? {}).reverse()),
  };
}

const toInvalid = (problems: readonly (readonly [string, string])[]): FakeResponse => ({
  status: 422,
  body: {
    error: 'Unprocessable Entity',
    code: 'invalid',
    details: problems.map(([path, problem]) => ({ path, problem })),
  },
});
