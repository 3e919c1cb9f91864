import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../../../src/domain/text/parse-json.ts';
import type { AccountOpener } from '../../../support/service/open-account.ts';
import { retryWhileHashing } from '../../../support/service/retry-while-hashing.ts';
import { findDeviation } from './documented-responses.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON, or the text of another content type; undefined when the response is empty. */
  readonly body: unknown;
}

export interface Call {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Owner extends Credentials {
  readonly name: string;
  readonly userId: string;
  readonly token: string;
}

const parseBody = (type: string, text: string): unknown => {
  if (text === '') return undefined;
  return type.startsWith('application/json') ? parseJson(text) : text;
};

/** A client of one instance of the service. */
export class Api {
  /** With an opener, accounts are opened without a request. */
  constructor(
    readonly url: string,
    private readonly opener?: AccountOpener,
  ) {}

  async call(method: string, path: string, { key, headers = {}, json, body }: Call = {}): Promise<ApiResponse> {
    const sent = json === undefined ? body : JSON.stringify(json);
    const fetched = await fetch(new URL(path, this.url), {
      method,
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await fetched.text();
    const type = fetched.headers.get('Content-Type') ?? '';
    const response = { status: fetched.status, headers: fetched.headers, text, body: parseBody(type, text) };
    // Checks every response of every test against the OpenAPI document.
    const problem = findDeviation(method, path, { ...response, type });
    if (problem !== undefined) throw new Error(problem);
    return response;
  }

  get(path: string, call: Call = {}): Promise<ApiResponse> {
    return this.call('GET', path, call);
  }

  verify(key: string): Promise<ApiResponse> {
    return this.get('/api/auth/token', { key });
  }

  reset(key: string): Promise<ApiResponse> {
    return this.call('DELETE', '/api/auth/token', { key });
  }

  /** With `from`, the request looks as if a proxy forwarded it for that address. */
  signIn({ email, password }: Credentials, from?: string): Promise<ApiResponse> {
    const headers = from === undefined ? {} : { 'X-Forwarded-For': from };
    return this.call('POST', '/api/auth/token', { json: { email, password }, headers });
  }

  signUp(fields: unknown): Promise<ApiResponse> {
    return this.call('POST', '/api/accounts', { json: fields });
  }

  /** Opens a unique account. Without an opener, sign-up must be open. */
  async openAccount(): Promise<Owner> {
    // With the same password, which is hashed once.
    const known = { ...anApplicant(), password: 'pass of every opened account' };
    if (this.opener) return { ...known, ...(await this.opener.open(known)) };
    const { applicant, body } = await retryWhileHashing(async () => {
      const applicant = anApplicant();
      return { applicant, ...(await this.signUp(applicant)) };
    });
    const { userId, token } = tokenInfo.parse(body);
    return { ...applicant, userId, token };
  }
}

const tokenInfo = z.object({ userId: z.string(), token: z.string() });

export const anApplicant = () => ({
  email: `${randomBytes(6).toString('hex')}@example.com`,
  name: 'Ada Löwe 🦁',
  password: `pass ${randomBytes(12).toString('hex')}`,
});

export const tokenIn = ({ body }: ApiResponse): string => z.object({ token: z.string() }).parse(body).token;

export const codeIn = ({ body }: ApiResponse): string | undefined =>
  z.object({ code: z.string().optional() }).parse(body).code;

/** The paths of the fields listed in `details`. */
export const pathsIn = ({ body }: ApiResponse): readonly string[] =>
  z
    .object({ details: z.array(z.strictObject({ path: z.string(), problem: z.string(), message: z.string() })) })
    .parse(body)
    .details.map(({ path }) => path);

const VOLATILE_HEADERS = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/** Drops the headers that differ in every response or only concern the connection, so that responses can be compared. */
export const withoutVolatileHeaders = ({ status, headers, text }: ApiResponse) => ({
  status,
  text,
  headers: Object.fromEntries([...headers].filter(([name]) => !VOLATILE_HEADERS.has(name))),
});

/** A well-formed key that belongs to no account. */
export const anUnknownKey = (): string => `ph_${randomBytes(32).toString('hex')}`;

let hosts = 0;

/** A client address that no other test uses, from the range reserved for benchmarks. */
export function anAddress(): string {
  hosts += 1;
  return `198.18.${hosts >> 8}.${hosts & 255}`;
}

export const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));
