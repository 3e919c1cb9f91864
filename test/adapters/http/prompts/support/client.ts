import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Answer, Api } from '../../support/api.ts';
import type { TwoServices } from '../../support/two-services.ts';

type Headers = Readonly<Record<string, string>>;

/** One account's view of one instance. */
export class Client {
  constructor(
    readonly api: Api,
    readonly key: string,
  ) {}

  call(method: string, path: string, json?: unknown, headers: Headers = {}): Promise<Answer> {
    return this.api.call(method, `/api${path}`, { key: this.key, headers, ...(json === undefined ? {} : { json }) });
  }

  get(path: string, headers: Headers = {}): Promise<Answer> {
    return this.call('GET', path, undefined, headers);
  }

  post(path: string, json?: unknown, headers: Headers = {}): Promise<Answer> {
    return this.call('POST', path, json, headers);
  }

  put(path: string, json: unknown, headers: Headers = {}): Promise<Answer> {
    return this.call('PUT', path, json, headers);
  }

  patch(path: string, json: unknown, headers: Headers = {}): Promise<Answer> {
    return this.call('PATCH', path, json, headers);
  }

  delete(path: string, headers: Headers = {}): Promise<Answer> {
    return this.call('DELETE', path, undefined, headers);
  }

  /** A prompt like no other, created; tests name only what they are about. */
  async has(fields: Readonly<Record<string, unknown>> = {}): Promise<Made> {
    const body = { name: aName(), ...('messages' in fields ? {} : { content: 'Hello.' }), ...fields };
    return madeIn(expecting(201, await this.post('/prompts', body)));
  }

  async publishes(reference: string, fields: Readonly<Record<string, unknown>>): Promise<number> {
    return versionIn(expecting(201, await this.post(`/prompts/${encodeURIComponent(reference)}/versions`, fields)));
  }

  async moves(reference: string, label: string, version: number, force = false): Promise<string> {
    const path = `/prompts/${encodeURIComponent(reference)}/labels/${label}`;
    return momentIn(expecting(200, await this.put(path, { version, force })));
  }
}

/** The same account on both instances. */
export interface Author {
  readonly first: Client;
  readonly second: Client;
}

/** What all tests on one storage share. Tests share an account where they can, and never a prompt. */
export interface Desk extends Author {
  readonly services: TwoServices;
  readonly stranger: Client;
  /** For tests about all prompts of an account. */
  newAuthor(): Promise<Author>;
}

export async function aDesk(services: TwoServices): Promise<Desk> {
  const newAuthor = async (): Promise<Author> => {
    const { token } = await services.first.openAccount();
    return { first: new Client(services.first, token), second: new Client(services.second, token) };
  };
  const [author, other] = [await newAuthor(), await newAuthor()];
  return { services, ...author, stranger: other.first, newAuthor };
}

export const aName = (folder?: string): string => {
  const name = `t-${randomBytes(6).toString('hex')}`;
  return folder ? `${folder}/${name}` : name;
};

/** The answer, if it has this status; fails the test and shows the answer otherwise. */
export function expecting(status: number, answer: Answer): Answer {
  expect(answer.status, answer.text.slice(0, 500)).toBe(status);
  return answer;
}

const made = z.looseObject({ id: z.string(), name: z.string(), revision: z.number(), hash: z.string() });

/** What a test wants to know of a prompt it made. */
export type Made = z.output<typeof made> & { readonly etag: string };

const madeIn = ({ body, headers }: Answer): Made => ({
  ...z.object({ data: made }).parse(body).data,
  etag: headers.get('ETag') ?? '',
});

export const dataIn = ({ body }: Answer): unknown => z.object({ data: z.unknown() }).parse(body).data;

export const versionIn = ({ body }: Answer): number =>
  z.object({ data: z.looseObject({ version: z.number() }) }).parse(body).data.version;

export const momentIn = ({ body }: Answer): string =>
  z.object({ data: z.looseObject({ movedAt: z.string() }) }).parse(body).data.movedAt;

const page = z.object({ data: z.array(z.looseObject({})), nextCursor: z.string().nullable() });

export const pageIn = ({ body }: Answer) => page.parse(body);

export const namesIn = ({ body }: Answer): readonly unknown[] => page.parse(body).data.map(({ name }) => name);

const failure = z.looseObject({ code: z.string(), details: z.array(z.unknown()).optional() });

/** `404 prompt_not_found`: the status and the code of a refusal. */
export const refusalIn = ({ status, body }: Answer): string => `${status} ${failure.parse(body).code}`;

export const detailsIn = ({ body }: Answer): readonly unknown[] => failure.parse(body).details ?? [];
