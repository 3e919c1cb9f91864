import { randomBytes } from 'node:crypto';
import type { LoadJob } from './load/load-job.ts';
import { NUMBER } from './load/load-job.ts';
import { examplePrompt, type SeededAccount, type SeededService } from './seeded-service.ts';

/** Reads through the APIs of other tools. */
export const COMPATIBLE_SCENARIOS = ['langfuse', 'litellm', 'langchain'] as const;
type CompatibleScenario = (typeof COMPATIBLE_SCENARIOS)[number];

export type ScenarioName =
  | 'verify'
  | 'unknown'
  | 'list'
  | 'list-uncached'
  | 'label'
  | 'label-uncached'
  | '304'
  | 'render'
  | CompatibleScenario
  | 'sign-in'
  | 'create'
  | 'reset';

/** One kind of request, sent over many connections concurrently. */
export interface Scenario extends Pick<LoadJob, 'expected' | 'varies'> {
  readonly name: ScenarioName;
  readonly title: string;
  /** Whether the request changes nothing, so that its response is always the same. */
  readonly isRead?: boolean;
  /** One list of requests for each connection. */
  readonly requests: (seeded: SeededService) => readonly (readonly string[])[];
}

export const VALUES = { company: 'Acme', language: 'English', question: 'Where is my parcel?' };
/** The number of passwords that the service hashes concurrently. */
const CONCURRENT_SIGN_INS = 2;
const UNKNOWN_KEYS = 20;
/** Per connection. In total more than the response cache holds, so that no response comes from the cache. */
const DISTINCT_REQUESTS = 300;

/** Those that are compared with each other run one after the other. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'verify',
    title: 'verify a key',
    isRead: true,
    expected: [200],
    requests: ({ readers }) => readers.map((reader) => [request('GET', '/api/auth/token', reader)]),
  },
  {
    name: '304',
    title: 'read again (304)',
    isRead: true,
    expected: [304],
    requests: ({ readers }) =>
      readers.map((reader) => {
        const headers = { 'If-None-Match': reader.etag };
        return [request('GET', `${promptPath(reader.promptName)}?label=production`, { ...reader, headers })];
      }),
  },
  {
    name: 'label',
    title: 'read by label',
    isRead: true,
    expected: [200],
    requests: ({ readers }) =>
      readers.map((reader) => [request('GET', `${promptPath(reader.promptName)}?label=production`, reader)]),
  },
  {
    name: 'label-uncached',
    title: 'read by label, uncached',
    isRead: true,
    expected: [200],
    requests: ({ readers }) =>
      readers.map((reader) =>
        distinctRequests((number) => {
          // Empty parameters make the URL unique without changing the request.
          const more = '&'.repeat(Math.floor(number / reader.promptNames.length));
          const name = reader.promptNames[number % reader.promptNames.length] ?? reader.promptName;
          return request('GET', `${promptPath(name)}?label=production${more}`, reader);
        }),
      ),
  },
  {
    name: 'unknown',
    title: 'verify an unknown key',
    isRead: true,
    expected: [401],
    requests: ({ readers }) =>
      readers.map(() => Array.from({ length: UNKNOWN_KEYS }, () => request('GET', '/api/auth/token', anUnknownKey()))),
  },
  {
    name: 'list',
    title: 'list of 20',
    isRead: true,
    expected: [200],
    requests: ({ readers }) => readers.map((reader) => [request('GET', '/api/prompts?limit=20', reader)]),
  },
  {
    name: 'list-uncached',
    title: 'list of 20, uncached',
    isRead: true,
    expected: [200],
    requests: ({ readers }) =>
      readers.map((reader) =>
        distinctRequests((number) =>
          request('GET', `/api/prompts?limit=20&cursor=${uniqueCursor(reader.nextCursor, number)}`, reader),
        ),
      ),
  },
  {
    name: 'render',
    title: 'render',
    isRead: true,
    expected: [200],
    requests: ({ readers }) =>
      readers.map((reader) => {
        const body = { label: 'production', variables: VALUES };
        return [request('POST', `${promptPath(reader.promptName)}/render`, { ...reader, body })];
      }),
  },
  {
    name: 'langfuse',
    title: 'read through Langfuse',
    isRead: true,
    expected: [200],
    requests: ({ readers }) =>
      readers.map(({ promptName, key }) => {
        const headers = { Authorization: `Basic ${Buffer.from(`pk-lf-1:${key}`).toString('base64')}` };
        return [
          request('GET', `/api/public/v2/prompts/${encodeURIComponent(promptName)}?label=production`, { headers }),
        ];
      }),
  },
  {
    name: 'litellm',
    title: 'read through LiteLLM',
    isRead: true,
    expected: [200],
    requests: ({ readers }) =>
      readers.map((reader) => {
        const query = `prompt_id=${encodeURIComponent(reader.promptName)}&label=production`;
        return [request('GET', `/beta/litellm_prompt_management?${query}`, reader)];
      }),
  },
  {
    name: 'langchain',
    title: 'read through LangChain',
    isRead: true,
    expected: [200],
    requests: ({ readers }) =>
      readers.map(({ promptName, key }) => {
        const path = `/api/hub/commits/-/${encodeURIComponent(promptName)}/production`;
        return [request('GET', path, { headers: { 'X-Api-Key': key } })];
      }),
  },
  {
    name: 'sign-in',
    title: 'sign in',
    expected: [200],
    requests: ({ readers }) => signIns(readers.slice(0, CONCURRENT_SIGN_INS)),
  },
  {
    name: 'create',
    title: 'create a prompt',
    expected: [201],
    varies: 'number',
    requests: ({ authors }) =>
      authors.map((author) => {
        const body = { ...examplePrompt(`created/answer-${NUMBER}`), labels: undefined };
        return [request('POST', '/api/prompts', { ...author, body })];
      }),
  },
  {
    name: 'reset',
    title: 'reset a key',
    expected: [200],
    varies: 'key',
    requests: ({ resetters }) => resetters.map((resetter) => [request('DELETE', '/api/auth/token', resetter)]),
  },
];

export const signIns = (accounts: readonly SeededAccount[]): readonly (readonly string[])[] =>
  accounts.map(({ email, password }) => [request('POST', '/api/auth/token', { body: { email, password } })]);

export const distinctRequests = (build: (number: number) => string): readonly string[] =>
  Array.from({ length: DISTINCT_REQUESTS }, (_, number) => build(number));

/** Unique cursors for the same position: a list sorted by name ignores the time in its cursor. */
export function uniqueCursor(nextCursor: string, number: number): string {
  const position = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
  return Buffer.from(JSON.stringify({ ...position, u: position.u + number })).toString('base64url');
}

export const promptPath = (name: string): string => `/api/prompts/${encodeURIComponent(name)}`;

const anUnknownKey = () => ({ key: `ph_${randomBytes(32).toString('hex')}` });

interface RequestParts {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The request as sent over the wire. */
export function request(method: string, path: string, { key, headers = {}, body }: RequestParts): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = {
    Host: '127.0.0.1',
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${text}`;
}
