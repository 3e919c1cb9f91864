import { z } from 'zod';
import { WAITED_MS_MIN } from '../../../../support/run-concurrently.ts';
import type { Client } from './client.ts';

/** What a test of thousands of requests wants to know of each. They are not held against the documentation one by one. */
export interface FastAnswer {
  readonly status: number;
  readonly etag: string;
  readonly body: unknown;
  readonly waitedMs: number;
}

/**
 * Whether a caller was kept waiting for too long, as may happen on a slow machine. What it asked for may have been done.
 * Told of an outage at once, it was not kept waiting: that is a failure on any machine.
 */
export const isOutwaited = ({ status, waitedMs }: FastAnswer): boolean => status === 503 && waitedMs >= WAITED_MS_MIN;

export async function fast(
  { api, key }: Client,
  method: string,
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<FastAnswer> {
  const begun = performance.now();
  const response = await fetch(`${api.url}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const waitedMs = performance.now() - begun;
  return { status: response.status, etag: response.headers.get('ETag') ?? '', body, waitedMs };
}

const page = z.object({
  data: z.array(z.object({ name: z.string() })),
  nextCursor: z.string().nullable(),
});

/** Every name of a list, page by page, each page from the next of these instances. */
export async function namesOfAllPages(clients: readonly Client[], path: string): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor = '';
  for (let turn = 0; ; turn += 1) {
    const client = clients[turn % clients.length] as Client;
    const { data, nextCursor } = page.parse((await fast(client, 'GET', `${path}${cursor}`)).body);
    names.push(...data.map(({ name }) => name));
    if (nextCursor === null) return names;
    cursor = `&cursor=${nextCursor}`;
  }
}
