import { z } from 'zod';
import type { Client } from '../../adapters/http/prompts/support/client.ts';
import { LOCK_WAIT_MS_MIN } from '../../support/run-concurrently.ts';

/** A response in a test that sends thousands of requests. It is not checked against the OpenAPI document, to save time. */
export interface FastResponse {
  readonly status: number;
  readonly etag: string;
  readonly body: unknown;
  readonly waitedMs: number;
}

/**
 * Whether the request timed out after a long wait, as may happen on a slow machine. It may still have been executed.
 * A 503 without a wait is no timeout: it is a failure on any machine.
 */
export const isTimeout = ({ status, waitedMs }: FastResponse): boolean =>
  status === 503 && waitedMs >= LOCK_WAIT_MS_MIN;

export async function sendFast(
  { api, key }: Client,
  method: string,
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<FastResponse> {
  const startedMs = performance.now();
  const response = await fetch(`${api.url}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const waitedMs = performance.now() - startedMs;
  return { status: response.status, etag: response.headers.get('ETag') ?? '', body, waitedMs };
}

const namesPage = z.object({
  data: z.array(z.object({ name: z.string() })),
  nextCursor: z.string().nullable(),
});

/** Reads every name of a list page by page, alternating between the clients. */
export async function readNamesOfAllPages(clients: readonly Client[], path: string): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor = '';
  for (let page = 0; ; page += 1) {
    const client = clients[page % clients.length] as Client;
    const { data, nextCursor } = namesPage.parse((await sendFast(client, 'GET', `${path}${cursor}`)).body);
    names.push(...data.map(({ name }) => name));
    if (nextCursor === null) return names;
    cursor = `&cursor=${nextCursor}`;
  }
}
