import { isObject } from '../../../../src/domain/text/json.ts';
import type { ChangeEvent } from '../client-options.ts';
import type { PromptShapes, TestPrompts, UntypedPrompts } from '../prompt-types.ts';
import { parseGiven } from '../prompts/fallback-prompt.ts';
import { Prompthold } from './prompthold.ts';

const URL_OF_TESTS = 'http://prompthold.test';

/**
 * A client for the tests of an application: it has these prompts, and never uses the network. Every label leads to the
 * template until the test moves that. Prompts may include each other, and be published and moved like real ones.
 */
export const testPrompts = <Prompts extends PromptShapes<Prompts> = UntypedPrompts>(
  prompts: TestPrompts<Prompts>,
  { label }: { readonly label?: string | undefined } = {},
): Prompthold<Prompts> => new TestPrompthold<Prompts>(new MemoryService(prompts), label);

class TestPrompthold<Prompts extends PromptShapes<Prompts>> extends Prompthold<Prompts> {
  constructor(service: MemoryService, label: string | undefined) {
    const fetch = async (url: string | URL | Request, init?: RequestInit) => service.respond(String(url), init);
    super({ url: URL_OF_TESTS, key: `ph_${'0'.repeat(64)}`, label, refresh: 'never', snapshot: false, fetch });
  }

  /** Nothing changes but through this client. */
  override async *changes(): AsyncIterableIterator<ChangeEvent> {}
}

interface TestedPrompt {
  readonly versions: Readonly<Record<string, unknown>>[];
  readonly labels: Map<string, number>;
}

const notFound = (code: string) => Response.json({ error: 'The test has no such prompt.', code }, { status: 404 });

/** Responds as the service would, as far as the client needs it. */
class MemoryService {
  readonly #prompts = new Map<string, TestedPrompt>();

  constructor(prompts: object) {
    for (const [name, template] of Object.entries(prompts)) this.#publish(name, template);
  }

  respond(url: string, { method = 'GET', body }: RequestInit = {}): Response {
    const { pathname, searchParams } = new URL(url);
    const [, , , name, , label] = pathname.split('/').map(decodeURIComponent);
    if (name === undefined) return Response.json({ data: [] });
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : {};
    const fields = isObject(sent) ? sent : {};
    if (method === 'PUT' && label === undefined) return this.#publish(name, fields);
    const prompt = this.#prompts.get(name);
    if (!prompt) return notFound('prompt_not_found');
    if (method === 'PUT') return move(prompt, label ?? '', Number(fields['version']));
    return read(prompt, searchParams.get('label'), searchParams.get('version'));
  }

  #publish(name: string, template: unknown): Response {
    const { content, config, variables } = toVersion(name, template);
    const prompt: TestedPrompt = this.#prompts.get(name) ?? { versions: [], labels: new Map() };
    this.#prompts.set(name, prompt);
    const text = JSON.stringify([content, config, variables]);
    const unchanged = prompt.versions.at(-1)?.['hash'] === text;
    const version = prompt.versions.length + (unchanged ? 0 : 1);
    if (!unchanged) prompt.versions.push({ id: name, name, version, hash: text, ...content, config, variables });
    const labels = isObject(template) ? template['labels'] : undefined;
    if (Array.isArray(labels)) for (const label of labels) prompt.labels.set(String(label), version);
    return Response.json({ data: { version, unchanged } });
  }
}

/** Throws for what is no template. The variables are inferred, unless the test declares them. */
function toVersion(name: string, template: unknown) {
  const { content, config, variables } = parseGiven(name, template);
  const declared = isObject(template) ? template['variables'] : undefined;
  return { content, config, variables: declared ?? variables };
}

function read({ versions, labels }: TestedPrompt, label: string | null, version: string | null): Response {
  const number = version === null ? (labels.get(label ?? 'production') ?? versions.length) : Number(version);
  const found = versions[number - 1];
  if (!found) return notFound('version_not_found');
  const by = version !== null ? 'version' : label !== null ? 'label' : 'latest';
  const resolved = { by, label, version: number };
  return Response.json({ data: { ...found, labels: Object.fromEntries(labels), resolved } });
}

function move({ versions, labels }: TestedPrompt, label: string, version: number): Response {
  if (!versions[version - 1]) return notFound('version_not_found');
  const previous = labels.get(label) ?? null;
  labels.set(label, version);
  return Response.json({ data: { version, previous } });
}
