import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PromptholdError, type Variable } from '../../../clients/typescript/src/client/prompthold-client.ts';
import {
  type ContentInput,
  type PromptTemplate,
  parseContent,
  type Role,
  templatesOf,
} from '../../../src/domain/templates/prompt-content.ts';
import { type IncludeLookup, variableUses } from '../../../src/domain/templates/template-uses.ts';
import { inferVariables, type VariableDeclaration } from '../../../src/domain/templates/variables.ts';
import type { JsonValue } from '../../../src/domain/text/json.ts';
import { Conversation } from '../../adapters/clients/python/conversation.ts';
import { findPython, PYTHON_CLIENT, PYTHON_TESTS } from '../../adapters/clients/python/run-python.ts';
import type { ApiResponse } from '../../adapters/http/support/api.ts';
import { ClientService } from '../../support/clients/client-service.ts';
import { proofSize } from '../../support/proof-size.ts';
import { longTimeout } from '../../support/property-runs.ts';
import fc from '../../support/seeded-fast-check.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { arbitraryCase, type Case } from './render-cases.ts';

/** As many prompts as a client can hold in memory with what they include. */
const BATCH_SIZE = 500;
const BATCHES = proofSize({ usual: 5, full: 20 });
/** In each batch, these are included by those after them: trees are up to three levels deep. */
const LEVEL_STARTS = [0, 25, 50];
/** Only texts can be included. */
const INCLUDED = 50;

type Values = Pick<Case, 'values' | 'placeholders'>;

const INCLUDE = /\{\{>\s*[^{}\s]+\s*\}\}/g;

const nameOf = (batch: number, index: number): string => `batch-${batch}/p${index}`;

/** Generated includes name prompts of lower levels; those of the lowest level have none. */
function withIncludes(text: string, batch: number, index: number): string {
  const start = LEVEL_STARTS.findLast((each) => each <= index) ?? 0;
  let used = index;
  return text.replaceAll(INCLUDE, () => {
    used += 7;
    if (start === 0) return 'included';
    return `{{> ${nameOf(batch, used % start)}${['', '@1', '@latest'][used % 3]}}}`;
  });
}

const service = await ClientService.forFile();

/** All prompts of a batch in one request: publishing one by one would take most of the time. */
async function importBatch(cases: readonly Case[], batch: number): Promise<void> {
  const templates = new Map<string, PromptTemplate>();
  const include: IncludeLookup = ({ name }) => {
    const template = templates.get(name);
    return template?.type === 'text' ? template.template : undefined;
  };
  const prompts = cases.map((each, index) => {
    const name = nameOf(batch, index);
    const content = toContent(each, batch, index);
    const parsed = parseContent(content);
    if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.problems));
    templates.set(name, parsed.template);
    const inferred = inferVariables(variableUses(templatesOf(parsed.template), include));
    const variables = inferred.kind === 'variables' ? inferred.variables : [];
    // Those of every third prompt are optional, so that values may be omitted or null.
    const isOptional = each.texts.join('').length % 3 === 0;
    return toDocument(name, content, isOptional ? variables.map((each) => ({ ...each, required: false })) : variables);
  });
  const json = { data: { format: 'prompthold-export', version: 1, prompts } };
  const { status, text } = await repeatWhileBusy(() => service.author.post('/import', json));
  expect(status, text.slice(0, 500)).toBe(200);
}

function toContent({ texts, roles, isChat }: Case, batch: number, index: number): ContentInput {
  const contents = texts.map((text) => withIncludes(text, batch, index));
  if (!isChat || index < INCLUDED) return { type: 'text', content: contents.join('') };
  const messages = contents.map((content, at) => ({ role: (roles[at] ?? 'user') as Role, content }));
  return { type: 'chat', messages: [...messages, { placeholder: 'h' }] };
}

const PUBLISHED_AT = '2026-01-01T00:00:00.000Z';

const toDocument = (name: string, content: ContentInput, variables: readonly VariableDeclaration[]) => {
  const { type, ...fields } = content;
  const version = {
    version: 1,
    ...fields,
    variables,
    config: {},
    message: '',
    restoredFrom: null,
    publishedAt: PUBLISHED_AT,
  };
  const times = { createdAt: PUBLISHED_AT, updatedAt: PUBLISHED_AT };
  return { name, type, description: '', tags: [], archived: false, ...times, versions: [version], history: [] };
};

/** On a busy machine, a request may take longer than the service allows. */
async function repeatWhileBusy(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const response = await send();
    if (response.status !== 503 && response.status !== 429) return response;
  }
}

/** What the service makes of it: output with what identifies it, or the code and all problems. */
async function renderThere({ values, placeholders }: Values, name: string): Promise<unknown> {
  const path = `/prompts/${encodeURIComponent(name)}/render`;
  const { body } = await repeatWhileBusy(() => service.author.post(path, { variables: values, placeholders }));
  const { data, code, details } = body as {
    data?: { text?: string; messages?: unknown; fingerprint: string; includes: unknown };
    code?: string;
    details?: unknown;
  };
  if (!data) return { code, details: withoutSentences(details) };
  const { fingerprint, includes } = data;
  return { output: JSON.stringify(data.text ?? data.messages), fingerprint, includes };
}

/** The service explains every problem in a sentence, the clients only some. */
const withoutSentences = (details: unknown): unknown =>
  Array.isArray(details) ? details.map(({ path, problem }) => ({ path, problem })) : details;

async function renderHere({ values, placeholders }: Values, name: string, client: ReturnType<ClientService['client']>) {
  const prompt = await client.prompts.get(name);
  try {
    const { fingerprint, includes } = prompt;
    return { output: JSON.stringify(prompt.render(values, placeholders as never)), fingerprint, includes };
  } catch (error) {
    if (!(error instanceof PromptholdError)) throw error;
    return { code: error.code, details: withoutSentences(error.details) };
  }
}

/** A program that renders with the Python client. */
async function startPython(): Promise<Conversation> {
  const env = { PROMPTHOLD_URL: service.url, PROMPTHOLD_KEY: service.key, PYTHONPATH: PYTHON_CLIENT };
  return new Conversation(await findPython(), [join(PYTHON_TESTS, 'render_cases.py')], await createTestFolder(), env);
}

/** Values for exactly these variables, and a list for the placeholder. Members may still be missing. */
function makeFitting({ values, messages }: Case, variables: readonly Variable[], isChat: boolean) {
  // The service refuses `__proto__` in any request, so that a variable of that name is always missing.
  const possible = variables.filter(({ name }) => name !== '__proto__');
  const fitting = possible.map(({ name, type, required }): [string, JsonValue] => {
    if (!required && (values[name] ?? null) === null) return [name, null];
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : { a: { b: [1] }, b: 'x' };
    return [name, type === 'json' || typeof value === 'string' ? value : JSON.stringify(value)];
  });
  return {
    values: Object.fromEntries(fitting),
    placeholders: isChat ? { h: messages } : {},
  };
}

const CONCURRENCY = 8;

async function forEachConcurrently<Item>(items: Iterable<Item>, act: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const work = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

describe('rendering', () => {
  it(
    `of both clients equals that of the service for ${BATCHES * BATCH_SIZE} templates, values and include trees`,
    longTimeout,
    async () => {
      const cases = fc.sample(arbitraryCase, { numRuns: BATCHES * BATCH_SIZE });
      const python = await startPython();
      let rendered = 0;

      for (let batch = 0; batch < BATCHES; batch += 1) {
        const own = cases.slice(batch * BATCH_SIZE, (batch + 1) * BATCH_SIZE);
        await importBatch(own, batch);
        const client = service.client({ refresh: 'never', timeoutMs: 60_000 });
        expect(await client.prompts.preload({ folder: `batch-${batch}` })).toBe(BATCH_SIZE);
        await forEachConcurrently(own.entries(), async ([index, each]) => {
          const name = nameOf(batch, index);
          const { variables, type } = await client.prompts.get(name);
          const sent = each.isFitting ? makeFitting(each, variables, type === 'chat') : each;
          const [there, here] = [await renderThere(sent, name), await renderHere(sent, name, client)];
          expect(here, JSON.stringify(each)).toEqual(there);
          const inPython = (await python.ask({ name, ...sent })) as object;
          const compared =
            'details' in inPython ? { ...inPython, details: withoutSentences(inPython.details) } : inPython;
          expect(compared, `Python: ${JSON.stringify(each)}`).toEqual(there);
          if (here.output !== undefined) rendered += 1;
        });
        await client.prompts.close();
      }

      expect(rendered).toBeGreaterThan(BATCHES * BATCH_SIZE * 0.2);
      expect(rendered).toBeLessThan(BATCHES * BATCH_SIZE * 0.8);
    },
  );
});
