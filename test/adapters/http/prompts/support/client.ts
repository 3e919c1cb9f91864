import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Api, ApiResponse } from '../../support/api.ts';
import type { TwoServices } from '../../support/two-services.ts';

type Headers = Readonly<Record<string, string>>;

/** Calls one instance with the key of one account. */
export class Client {
  constructor(
    readonly api: Api,
    readonly key: string,
  ) {}

  call(method: string, path: string, json?: unknown, headers: Headers = {}): Promise<ApiResponse> {
    return this.api.call(method, `/api${path}`, { key: this.key, headers, ...(json === undefined ? {} : { json }) });
  }

  get(path: string, headers: Headers = {}): Promise<ApiResponse> {
    return this.call('GET', path, undefined, headers);
  }

  post(path: string, json?: unknown, headers: Headers = {}): Promise<ApiResponse> {
    return this.call('POST', path, json, headers);
  }

  /** Sends JSON as it is written. */
  postText(path: string, body: string): Promise<ApiResponse> {
    return this.api.call('POST', `/api${path}`, {
      key: this.key,
      body,
      headers: { 'Content-Type': 'application/json' },
    });
  }

  put(path: string, json: unknown, headers: Headers = {}): Promise<ApiResponse> {
    return this.call('PUT', path, json, headers);
  }

  patch(path: string, json: unknown, headers: Headers = {}): Promise<ApiResponse> {
    return this.call('PATCH', path, json, headers);
  }

  delete(path: string, headers: Headers = {}): Promise<ApiResponse> {
    return this.call('DELETE', path, undefined, headers);
  }

  /** Creates a prompt with a unique name and default content; tests pass only the fields they are about. */
  async createPrompt(fields: Readonly<Record<string, unknown>> = {}): Promise<CreatedPrompt> {
    const body = { name: aName(), ...('messages' in fields ? {} : { content: 'Hello.' }), ...fields };
    return createdPromptIn(expectStatus(201, await this.post('/prompts', body)));
  }

  async publish(reference: string, fields: Readonly<Record<string, unknown>>): Promise<number> {
    return versionIn(expectStatus(201, await this.post(`/prompts/${encodeURIComponent(reference)}/versions`, fields)));
  }

  async moveLabel(reference: string, label: string, version: number, force = false): Promise<string> {
    const path = `/prompts/${encodeURIComponent(reference)}/labels/${label}`;
    return movedAtIn(expectStatus(200, await this.put(path, { version, force })));
  }
}

/** The same account on both instances. */
export interface Author {
  readonly first: Client;
  readonly second: Client;
}

/** Shared by all tests on one storage. Tests share an account where they can, but never a prompt. */
export interface PromptsContext extends Author {
  readonly services: TwoServices;
  /** Another account, on the first instance. */
  readonly stranger: Client;
  /** Opens a new account, for tests about all prompts of an account. */
  newAuthor(): Promise<Author>;
}

export async function createPromptsContext(services: TwoServices): Promise<PromptsContext> {
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

/** Matches the ETag of a prompt in any history. */
export const anEtag = (id: string, revision: number, version: number) =>
  expect.stringMatching(new RegExp(`^"${id}\\.${revision}\\.${version}\\.[0-9a-f]{12}"$`));

/** Asserts the status, showing the response on failure, and returns the response. */
export function expectStatus(status: number, response: ApiResponse): ApiResponse {
  expect(response.status, response.text.slice(0, 500)).toBe(status);
  return response;
}

const createdPrompt = z.looseObject({ id: z.string(), name: z.string(), revision: z.number(), hash: z.string() });

/** The fields of a created prompt that tests use. */
export type CreatedPrompt = z.output<typeof createdPrompt> & { readonly etag: string };

const createdPromptIn = ({ body, headers }: ApiResponse): CreatedPrompt => ({
  ...z.object({ data: createdPrompt }).parse(body).data,
  etag: headers.get('ETag') ?? '',
});

export const dataIn = ({ body }: Pick<ApiResponse, 'body'>): unknown =>
  z.object({ data: z.unknown() }).parse(body).data;

export const versionIn = ({ body }: ApiResponse): number =>
  z.object({ data: z.looseObject({ version: z.number() }) }).parse(body).data.version;

export const movedAtIn = ({ body }: ApiResponse): string =>
  z.object({ data: z.looseObject({ movedAt: z.string() }) }).parse(body).data.movedAt;

const page = z.object({ data: z.array(z.looseObject({})), nextCursor: z.string().nullable() });

export const pageIn = ({ body }: ApiResponse) => page.parse(body);

export const namesIn = ({ body }: ApiResponse): readonly unknown[] => page.parse(body).data.map(({ name }) => name);

const detail = z.object({ path: z.string(), problem: z.string() });
const rejection = z.looseObject({ code: z.string(), details: z.array(detail).optional() });

/** The status and the code of a rejection, such as `404 prompt_not_found`. */
export const rejectionIn = ({ status, body }: ApiResponse): string => `${status} ${rejection.parse(body).code}`;

/** Without their messages, which repeat the problem for people. */
export const detailsIn = ({ body }: ApiResponse): readonly unknown[] => rejection.parse(body).details ?? [];
