import { randomBytes } from 'node:crypto';
import type { LoadJob } from './load/load-job.ts';
import { NUMBER } from './load/load-job.ts';
import { examplePrompt, type Reader, type Stage, type StagedAccount } from './seeded-service.ts';

export type ScenarioName =
  | 'verify'
  | 'unknown'
  | 'list'
  | 'list-anew'
  | 'label'
  | 'label-anew'
  | '304'
  | 'render'
  | 'sign-in'
  | 'create'
  | 'reset';

/** One kind of request, sent over many connections at once. */
export interface Scenario extends Pick<LoadJob, 'expected' | 'varies'> {
  readonly name: ScenarioName;
  readonly title: string;
  /** Of each connection. */
  readonly requests: (stage: Stage) => readonly (readonly string[])[];
}

const VALUES = { company: 'Acme', language: 'English', question: 'Where is my parcel?' };
/** What the service hashes at the same time. */
const SIGN_INS_AT_ONCE = 2;
const UNKNOWN_KEYS = 20;
/** Of each connection. All together are more than the service remembers, so that every answer has to be made. */
const DIFFERENT_QUESTIONS = 300;

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'verify',
    title: 'verify a key',
    expected: [200],
    requests: ({ readers }) => readers.map((reader) => [request('GET', '/api/auth/token', reader)]),
  },
  {
    name: 'unknown',
    title: 'verify an unknown key',
    expected: [401],
    requests: ({ readers }) =>
      readers.map(() => Array.from({ length: UNKNOWN_KEYS }, () => request('GET', '/api/auth/token', anUnknownKey()))),
  },
  {
    name: 'list',
    title: 'list of 20',
    expected: [200],
    requests: ({ readers }) => readers.map((reader) => [request('GET', '/api/prompts?limit=20', reader)]),
  },
  {
    name: 'list-anew',
    title: 'list of 20, made anew',
    expected: [200],
    requests: ({ readers }) =>
      readers.map((reader) =>
        questions((number) => request('GET', `/api/prompts?limit=20&cursor=${cursor(reader, number)}`, reader)),
      ),
  },
  {
    name: 'label',
    title: 'read by label',
    expected: [200],
    requests: ({ readers }) =>
      readers.map((reader) => [request('GET', `${promptPath(reader.promptName)}?label=production`, reader)]),
  },
  {
    name: 'label-anew',
    title: 'read by label, made anew',
    expected: [200],
    requests: ({ readers }) =>
      readers.map((reader) =>
        questions((number) => {
          // Says the same in other words.
          const more = '&'.repeat(Math.floor(number / reader.promptNames.length));
          const name = reader.promptNames[number % reader.promptNames.length] ?? reader.promptName;
          return request('GET', `${promptPath(name)}?label=production${more}`, reader);
        }),
      ),
  },
  {
    name: '304',
    title: 'read again (304)',
    expected: [304],
    requests: ({ readers }) =>
      readers.map((reader) => {
        const headers = { 'If-None-Match': reader.etag };
        return [request('GET', `${promptPath(reader.promptName)}?label=production`, { ...reader, headers })];
      }),
  },
  {
    name: 'render',
    title: 'render',
    expected: [200],
    requests: ({ readers }) =>
      readers.map((reader) => {
        const body = { label: 'production', variables: VALUES };
        return [request('POST', `${promptPath(reader.promptName)}/render`, { ...reader, body })];
      }),
  },
  {
    name: 'sign-in',
    title: 'sign in',
    expected: [200],
    requests: ({ readers }) => signIns(readers.slice(0, SIGN_INS_AT_ONCE)),
  },
  {
    name: 'create',
    title: 'create a prompt',
    expected: [201],
    varies: 'number',
    requests: ({ authors }) =>
      authors.map((author) => {
        const body = { ...examplePrompt(`made/answer-${NUMBER}`), labels: undefined };
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

export const signIns = (accounts: readonly StagedAccount[]): readonly (readonly string[])[] =>
  accounts.map(({ email, password }) => [request('POST', '/api/auth/token', { body: { email, password } })]);

const questions = (question: (number: number) => string): readonly string[] =>
  Array.from({ length: DIFFERENT_QUESTIONS }, (_, number) => question(number));

/** To the same place, and yet no two are the same: a list by name does not look at the time in it. */
function cursor({ nextCursor }: Reader, number: number): string {
  const place = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
  return Buffer.from(JSON.stringify({ ...place, u: place.u + number })).toString('base64url');
}

const promptPath = (name: string): string => `/api/prompts/${encodeURIComponent(name)}`;

const anUnknownKey = () => ({ key: `ph_${randomBytes(32).toString('hex')}` });

interface Parts {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** As it goes over the wire. */
export function request(method: string, path: string, { key, headers = {}, body }: Parts): string {
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
