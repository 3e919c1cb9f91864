import { randomBytes } from 'node:crypto';
import { type LoadJob, NUMBER } from './load/load-job.ts';
import { examplePrompt, INCLUDER, type Reader, type SeededAccount, type SeededService } from './seeded-service.ts';

/** One kind of request, sent over many connections concurrently. */
export interface Scenario extends Pick<LoadJob, 'expected' | 'varies'> {
  readonly name: string;
  readonly title: string;
  /** Whether the plain handler knows the request, as it does by default. */
  readonly isPlain?: boolean;
  /** One list of requests for each account. */
  readonly requests: (seeded: SeededService) => readonly (readonly string[])[];
}

export const VALUES = { company: 'Acme', language: 'English', question: 'Where is my parcel?' };
const UNKNOWN_KEYS = 20;
/** Per connection. In total more than the response cache holds, so that no response comes from the cache. */
const DISTINCT_REQUESTS = 300;

const requestsOfReaders =
  (requestsOf: (reader: Reader) => readonly string[]) =>
  ({ readers }: SeededService) =>
    readers.map(requestsOf);

/** Those that are compared with each other run one after the other. */
export const SCENARIOS = [
  {
    name: 'verify',
    title: 'verify a key',
    expected: [200],
    requests: requestsOfReaders((reader) => [request('GET', '/api/auth/token', reader)]),
  },
  {
    name: '304',
    title: 'read again (304)',
    expected: [304],
    requests: requestsOfReaders((reader) => {
      const headers = { 'If-None-Match': reader.etag };
      return [request('GET', labelPath(reader.promptName), { ...reader, headers })];
    }),
  },
  {
    name: 'label',
    title: 'read by label',
    expected: [200],
    requests: requestsOfReaders((reader) => [request('GET', labelPath(reader.promptName), reader)]),
  },
  {
    name: 'label-uncached',
    title: 'read by label, uncached',
    expected: [200],
    requests: requestsOfReaders((reader) =>
      distinctRequests((number) => {
        // Empty parameters make the URL unique without changing the request.
        const more = '&'.repeat(Math.floor(number / reader.promptNames.length));
        const name = reader.promptNames[number % reader.promptNames.length] ?? reader.promptName;
        return request('GET', labelPath(name) + more, reader);
      }),
    ),
  },
  ...(['open', 'locked'] as const).map((label) => ({
    name: `includes-${label}` as const,
    title: `read with three includes, ${label}, uncached`,
    expected: [200],
    isPlain: false,
    requests: requestsOfReaders((reader) =>
      distinctRequests((number) =>
        request('GET', `${promptPath(INCLUDER)}?label=${label}${'&'.repeat(number)}`, reader),
      ),
    ),
  })),
  {
    name: 'unknown',
    title: 'verify an unknown key',
    expected: [401],
    requests: requestsOfReaders(() =>
      Array.from({ length: UNKNOWN_KEYS }, () => request('GET', '/api/auth/token', anUnknownKey())),
    ),
  },
  {
    name: 'list',
    title: 'list of 20',
    expected: [200],
    requests: requestsOfReaders((reader) => [request('GET', '/api/prompts?limit=20', reader)]),
  },
  {
    name: 'list-uncached',
    title: 'list of 20, uncached',
    expected: [200],
    requests: requestsOfReaders((reader) =>
      distinctRequests((number) =>
        request('GET', `/api/prompts?limit=20&cursor=${uniqueCursor(reader.nextCursor, number)}`, reader),
      ),
    ),
  },
  {
    name: 'render',
    title: 'render',
    expected: [200],
    requests: requestsOfReaders((reader) => {
      const body = { label: 'production', variables: VALUES };
      return [request('POST', `${promptPath(reader.promptName)}/render`, { ...reader, body })];
    }),
  },
  {
    name: 'prompts-get',
    title: 'prompts/get of MCP',
    expected: [200],
    isPlain: false,
    // As clients of 2025 send it.
    requests: requestsOfReaders(({ key, promptName: name }) => {
      const headers = { Accept: 'application/json, text/event-stream' };
      const body = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name, arguments: VALUES } };
      return [request('POST', '/mcp', { key, headers, body })];
    }),
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
] as const satisfies readonly Scenario[];

export type ScenarioName = (typeof SCENARIOS)[number]['name'];

export const scenariosNamed = (names: readonly string[]): readonly Scenario[] =>
  SCENARIOS.filter(({ name }) => names.includes(name));

export const signIns = (accounts: readonly SeededAccount[]): readonly (readonly string[])[] =>
  accounts.map(({ email, password }) => [request('POST', '/api/auth/token', { body: { email, password } })]);

const distinctRequests = (build: (number: number) => string): readonly string[] =>
  Array.from({ length: DISTINCT_REQUESTS }, (_, number) => build(number));

/** Unique cursors for the same position: a list sorted by name ignores the time in its cursor. */
function uniqueCursor(nextCursor: string, number: number): string {
  const position = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
  return Buffer.from(JSON.stringify({ ...position, u: position.u + number })).toString('base64url');
}

export const promptPath = (name: string): string => `/api/prompts/${encodeURIComponent(name)}`;

const labelPath = (name: string): string => `${promptPath(name)}?label=production`;

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
