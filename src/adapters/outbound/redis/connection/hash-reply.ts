import type { RedisStore } from './redis-store.ts';
import { scanPages } from './scan-pages.ts';

/** Enough for all fields of most hashes, few enough not to block Redis. */
const PAGE_FIELDS = 1000;

/** A reply of HGETALL inside a script: fields and values in turn. */
export type HashReply = readonly string[];

export const fieldsIn = (reply: HashReply): readonly (readonly [field: string, value: string])[] =>
  Array.from({ length: reply.length / 2 }, (_, index) => [reply[2 * index] ?? '', reply[2 * index + 1] ?? '']);

export const toRecord = (reply: HashReply): Record<string, string> => Object.fromEntries(fieldsIn(reply));

/** The fields of a hash that match, with their values. */
export async function scanHash(store: RedisStore, key: string, match = '*'): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const pages = scanPages((cursor) =>
    store.read((client) => client.hscan(key, cursor, 'MATCH', match, 'COUNT', PAGE_FIELDS)),
  );
  for await (const page of pages) for (const [field, value] of fieldsIn(page)) found.set(field, value);
  return found;
}
