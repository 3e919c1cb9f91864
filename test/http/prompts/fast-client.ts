import { z } from 'zod';
import type { Client } from './desk.ts';

/** What a test of thousands of requests wants to know of each. They are not held against the documentation one by one. */
export interface FastAnswer {
  readonly status: number;
  readonly etag: string;
  readonly body: unknown;
}

export async function fast(
  { api, key }: Client,
  method: string,
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<FastAnswer> {
  const response = await fetch(`${api.url}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, etag: response.headers.get('ETag') ?? '', body };
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
