import { randomBytes } from 'node:crypto';
import { anExportedPrompt, EXPORT_FORMAT } from '../../support/builders/an-export.ts';
import { proofSize } from '../../support/proof-size.ts';
import { type AbuseClient, pathOf } from './abuse-client.ts';
import type { Attack } from './attack.ts';
import { mcpAttacks } from './mcp-attacks.ts';

const KIB = 1024;
const CONTENT_BYTES = 256 * KIB;
/** Of one template. */
const TAGS_MAX = 10_000;
const IMPORT_BYTES = 32 * KIB * KIB;
const MANY_TAGS = Array.from({ length: 9900 }, (_, index) => `{{a.b${index}.c}}`).join('');

/** Issue 12, by row. Where the service limits something, there is a second attack just below the limit. */
export const attacks: readonly Attack[] = [
  rendersOf('renders with 99 large includes', 'tags', 99, '{{a}}'.repeat(TAGS_MAX).padEnd(CONTENT_BYTES, 'x')),
  rendersOf('renders with as many tags as allowed', 'fewer', 5, '{{a}}'.repeat(TAGS_MAX)),
  {
    name: 'renders with 9,900 tags of one prompt',
    clients: 40,
    prepare: (client) => client.put('tagged', { content: MANY_TAGS }),
    strike: (client) => client.call('POST', `${pathOf('tagged')}/render`, { body: '{"strict":false}' }),
  },
  {
    name: 'publications with 9,900 tags',
    clients: 32,
    strike: (client, step) => client.put('republished', { content: `${MANY_TAGS}${step % 2}`, labels: ['production'] }),
  },
  {
    name: 'half-sent lines of imports',
    clients: 60,
    strike: (client, _step, end) => client.holdOpen(HALF_LINE, HALF_LINE_BODY, end),
  },
  {
    name: 'first reads of the OpenAPI document',
    clients: 4,
    strike: (client) => client.call('GET', '/api/openapi.json'),
  },
  importsOf('imports of 32 MiB of {}', '{}', IMPORT_BYTES),
  importsOf('imports of as many values as allowed', '{}', 900_000 * 3),
  {
    name: 'diffs of 131,000 lines',
    clients: 8,
    prepare: async (client) => {
      for (const letter of ['a', 'b']) await client.put('diff', { content: `${letter}\n`.repeat(CONTENT_BYTES / 2) });
    },
    strike: (client) => client.call('GET', `${pathOf('diff')}/diff?from=1&to=2`),
  },
  {
    name: 'searches without a hit',
    clients: 16,
    prepare: importManyPrompts,
    strike: (client) => client.call('GET', '/api/prompts?q=zzqqzz%20xxyyxx'),
  },
  {
    name: 'bodies of 1 MiB of unknown keys',
    clients: 16,
    strike: (client) => client.call('PUT', pathOf('unknown'), { body: UNKNOWN_KEYS }),
  },
  {
    name: 'configs of 1 MiB',
    clients: 16,
    strike: (client) => client.call('PUT', pathOf('unknown'), { body: LARGE_CONFIG }),
  },
  {
    name: 'unread lists with content',
    clients: 60,
    prepare: publishLargePrompts,
    strike: (client, _step, end) =>
      client.holdOpen(['GET /api/prompts?include=content&limit=200 HTTP/1.1'], undefined, end),
  },
  {
    name: 'half-sent imports',
    clients: 150,
    strike: (client, _step, end) => client.holdOpen(HALF_IMPORT, Buffer.alloc(IMPORT_BYTES / 4, ' '), end),
  },
  {
    name: 'restores of large versions',
    clients: 16,
    prepare: (client) => publishVersions(client, 2),
    strike: (client, step) => restore(client, 1 + (step % 2)),
  },
  {
    name: 'exports of many large versions',
    clients: 4,
    prepare: (client) => publishVersions(client, EXPORTED_VERSIONS),
    strike: (client) => client.call('GET', '/api/export'),
  },
  {
    name: 'unread exports',
    clients: 40,
    prepare: (client) => publishVersions(client, EXPORTED_VERSIONS),
    strike: (client, _step, end) => client.holdOpen(['GET /api/export HTTP/1.1'], undefined, end),
  },
  {
    name: 'uncached reads through the APIs of other tools',
    clients: 40,
    prepare: prepareReads,
    strike: (client, step) => client.call('GET', EXPENSIVE_READS[step % EXPENSIVE_READS.length]?.() ?? ''),
  },
  ...mcpAttacks(publishLargePrompts),
  {
    name: 'sign-ups',
    clients: 40,
    strike: (client) => {
      const random = randomBytes(8).toString('hex');
      const body = JSON.stringify({ email: `${random}@example.com`, name: 'X', password: `sign up ${random}` });
      return client.call('POST', '/api/accounts', { body });
    },
  },
];

function rendersOf(name: string, folder: string, leaves: number, content: string): Attack {
  return {
    name,
    clients: 40,
    prepare: async (client) => {
      const names = Array.from({ length: leaves }, (_, index) => `${folder}/leaf-${index}`);
      for (const leaf of names) await client.put(leaf, { content });
      await client.put(`${folder}/root`, { content: names.map((leaf) => `{{> ${leaf}}}`).join('') });
    },
    strike: (client) =>
      client.call('POST', `${pathOf(`${folder}/root`)}/render`, { body: JSON.stringify({ variables: { a: '' } }) }),
  };
}

function importsOf(name: string, value: string, bytes: number): Attack {
  const [head, tail] = ['{"data":{"format":"prompthold-export","version":1,"prompts":[', ']}}'];
  let body: Buffer | undefined;
  return {
    name,
    clients: 4,
    strike: (client) => {
      const count = Math.floor((bytes - head.length - tail.length) / (value.length + 1));
      body ??= Buffer.from(`${head}${Array(count).fill(value).join(',')}${tail}`);
      return client.call('POST', '/api/import', { body });
    },
  };
}

const SEARCHED_PROMPTS = proofSize({ usual: 2000, full: 6000 });
const PROMPTS_PER_IMPORT = 2000;

/** Once for all attacks that need them: it takes longer than the attacks. */
async function importManyPrompts(client: AbuseClient): Promise<void> {
  if ((await client.call('GET', pathOf(`many/prompt-${SEARCHED_PROMPTS - 1}`))) === 200) return;
  for (let start = 0; start < SEARCHED_PROMPTS; start += PROMPTS_PER_IMPORT) {
    const prompts = Array.from({ length: PROMPTS_PER_IMPORT }, (_, index) => searchedPrompt(start + index));
    const body = JSON.stringify({ data: { ...EXPORT_FORMAT, prompts } });
    await client.call('POST', '/api/import', { body });
  }
}

const searchedPrompt = (number: number) =>
  anExportedPrompt(`many/prompt-${number}`, `Prompt ${number} says ${'the same again and '.repeat(10)}that is all.`);

/** A hash that none of 200 versions has, as many tags as allowed, and a page far into the account. */
const EXPENSIVE_READS: readonly (() => string)[] = [
  () => `/api/hub/commits/-/searched/${randomBytes(32).toString('hex')}`,
  () => `/api/hub/commits/-/pulled%2Froot/latest?${aParameter()}`,
  () => `/beta/litellm_prompt_management?prompt_id=pulled/root&${aParameter()}`,
  () => `/api/public/v2/prompts?limit=100&page=${LAST_PAGE - ((randomBytes(1)[0] ?? 0) % 20)}&${aParameter()}`,
];
const LAST_PAGE = SEARCHED_PROMPTS / 100;
const SEARCHED_VERSIONS = 200;
const CONFIG = { notes: 'x'.repeat(15 * KIB) };

/** Ignored, but no cached response is for the same request. */
const aParameter = (): string => `x=${randomBytes(8).toString('hex')}`;

async function prepareReads(client: AbuseClient): Promise<void> {
  await importManyPrompts(client);
  await rendersOf('', 'pulled', 1, '{{a}}'.repeat(TAGS_MAX)).prepare?.(client);
  if ((await client.call('GET', `${pathOf('searched')}/versions/${SEARCHED_VERSIONS}`)) === 200) return;
  for (let version = 1; version <= SEARCHED_VERSIONS; version += 1) {
    await client.put('searched', { content: `${version}`, config: CONFIG });
  }
}

const LARGE_PROMPTS = 100;

async function publishLargePrompts(client: AbuseClient): Promise<void> {
  if ((await client.call('GET', pathOf(`large/${LARGE_PROMPTS - 1}`))) === 200) return;
  for (let number = 0; number < LARGE_PROMPTS; number += 1) {
    await client.put(`large/${number}`, { content: `${number}`.padEnd(CONTENT_BYTES, 'x') });
  }
}

const EXPORTED_VERSIONS = 400;

async function publishVersions(client: AbuseClient, versions: number): Promise<void> {
  if ((await client.call('GET', `${pathOf('restored')}/versions/${versions}`)) === 200) return;
  for (const letter of ['a', 'b']) await client.put('restored', { content: letter.repeat(CONTENT_BYTES) });
  for (let version = 3; version <= versions; version += 1) await restore(client, 1 + (version % 2));
}

const restore = (client: AbuseClient, version: number): Promise<number | string> =>
  client.call('POST', `${pathOf('restored')}/versions`, { body: JSON.stringify({ restore: version }) });

const HALF_IMPORT = [
  'POST /api/import HTTP/1.1',
  'Content-Type: application/json',
  `Content-Length: ${IMPORT_BYTES}`,
] as const;

const HALF_LINE = [
  'POST /api/import HTTP/1.1',
  'Content-Type: application/x-ndjson',
  `Content-Length: ${IMPORT_BYTES}`,
] as const;
const HALF_LINE_BODY = Buffer.from(
  `{"format":"prompthold-export","version":1}\n{"name":"${'x'.repeat(IMPORT_BYTES / 4)}`,
);

/** Just below the limit of 50,000 values, and as large as a body may be. */
const MANY_KEYS = Object.fromEntries(Array.from({ length: 49_000 }, (_, index) => [`key-${index}`.padEnd(16, '-'), 0]));
export const UNKNOWN_KEYS = JSON.stringify(MANY_KEYS);
const LARGE_CONFIG = JSON.stringify({ content: 'x', config: MANY_KEYS });
