import { ApiConnection, type Service } from './api-connection.ts';
import type { KeyHolder } from './key-holder.ts';
import { parseBody } from './parse-body.ts';

/** The body of a response as the command line and the bridge for MCP clients read it. */
export interface LimitedBody {
  readonly text: string;
  /** Undefined when the text is no JSON. */
  readonly json: unknown;
  readonly bytes: number;
}

interface LimitedService extends Pick<Service<LimitedBody>, 'url' | 'fetch' | 'toError'> {
  /** Name under which the service lists the program among its callers. */
  readonly clientName: string;
  readonly keys: KeyHolder;
  readonly bodyBytesMax: number;
  /** The error for an endless body. */
  readonly toEndlessError: () => Error;
}

/** The connection of a program that holds whole responses in memory, from a service that it does not know. */
export const connectLimited = (service: LimitedService): ApiConnection<LimitedBody> => {
  const { url, fetch, clientName, keys, bodyBytesMax, toError, toEndlessError } = service;
  return new ApiConnection(
    {
      url,
      fetch,
      toHeaders: (key) => ({
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        'x-client-name': clientName,
      }),
      readBody: (response) => readLimited(response, bodyBytesMax, toEndlessError),
      toError,
    },
    keys,
  );
};

/** Like `response.text()`, but stops reading an endless body. */
async function readLimited({ body }: Response, bytesMax: number, toEndlessError: () => Error): Promise<LimitedBody> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw toEndlessError();
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return { text, json: parseBody(text), bytes };
}

/** `fetch` reports only that it failed; the reason is in its cause. */
export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message;
  return error.message;
}
