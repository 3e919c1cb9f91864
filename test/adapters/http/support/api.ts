import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../../../src/domain/text/parse-json.ts';
import { untilHashed } from '../../../support/service/retry-while-hashing.ts';
import { undocumented } from './documented.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What the text says as JSON; undefined when there is none. */
  readonly body: unknown;
}

export interface Call {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
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

const bodyOf = (type: string, text: string): unknown => {
  if (text === '') return undefined;
  return type.startsWith('application/json') ? parseJson(text) : text;
};

/** One service, the way a client sees it. */
export class Api {
  constructor(readonly url: string) {}

  async call(method: string, path: string, { key, headers = {}, json, body }: Call = {}): Promise<Answer> {
    const sent = json === undefined ? body : JSON.stringify(json);
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    const type = response.headers.get('Content-Type') ?? '';
    const answer = { status: response.status, headers: response.headers, text, body: bodyOf(type, text) };
    // Every answer that any test ever gets is held against the documentation.
    const problem = undocumented(method, path, { ...answer, type });
    if (problem !== undefined) throw new Error(problem);
    return answer;
  }

  get(path: string, call: Call = {}): Promise<Answer> {
    return this.call('GET', path, call);
  }

  verify(key: string): Promise<Answer> {
    return this.get('/api/auth/token', { key });
  }

  reset(key: string): Promise<Answer> {
    return this.call('DELETE', '/api/auth/token', { key });
  }

  /** As if through a proxy that was called from `from`, where one is given. */
  signIn({ email, password }: Credentials, from?: string): Promise<Answer> {
    const headers = from === undefined ? {} : { 'X-Forwarded-For': from };
    return this.call('POST', '/api/auth/token', { json: { email, password }, headers });
  }

  signUp(application: unknown): Promise<Answer> {
    return this.call('POST', '/api/accounts', { json: application });
  }

  /** An account like no other. Sign-up must be open. */
  async openAccount(): Promise<Owner> {
    const { application, body } = await untilHashed(async () => {
      const application = anApplicant();
      return { application, ...(await this.signUp(application)) };
    });
    const { userId, token } = tokenInfo.parse(body);
    return { ...application, userId, token };
  }
}

const tokenInfo = z.object({ userId: z.string(), token: z.string() });

export const anApplicant = () => ({
  email: `${randomBytes(6).toString('hex')}@example.com`,
  name: 'Ada Löwe 🦁',
  password: `pass ${randomBytes(12).toString('hex')}`,
});

export const tokenIn = ({ body }: Answer): string => z.object({ token: z.string() }).parse(body).token;

export const codeIn = ({ body }: Answer): string | undefined =>
  z.object({ code: z.string().optional() }).parse(body).code;

/** The fields that `details` names. */
export const pathsIn = ({ body }: Answer): readonly string[] =>
  z
    .object({ details: z.array(z.strictObject({ path: z.string(), problem: z.string() })) })
    .parse(body)
    .details.map(({ path }) => path);

const NEW_EACH_TIME = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/** An answer without what is new in each, or about the connection alone. */
export const lasting = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: Object.fromEntries([...headers].filter(([name]) => !NEW_EACH_TIME.has(name))),
});

/** Well-formed, and the key of no account. */
export const aStrangersKey = (): string => `ph_${randomBytes(32).toString('hex')}`;

let hosts = 0;

/** A network address that no other test calls from, of those set aside for benchmarks. */
export function anAddress(): string {
  hosts += 1;
  return `198.18.${hosts >> 8}.${hosts & 255}`;
}

export const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));
