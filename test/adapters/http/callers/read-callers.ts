import { expect } from 'vitest';
import { z } from 'zod';
import type { Api, ApiResponse } from '../support/api.ts';

const minute = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);

const caller = z.strictObject({
  id: z.string().regex(/^c_[0-9a-f]{16}$/),
  name: z.string(),
  address: z.string(),
  interfaces: z.array(z.string()),
  firstSeen: minute,
  lastSeen: minute,
  calls: z.int(),
  usedCurrentKey: z.boolean(),
  labels: z.array(
    z.strictObject({
      promptId: z.string().nullable(),
      prompt: z.string().nullable(),
      label: z.string(),
      version: z.int().nullable(),
      servedAt: minute,
    }),
  ),
  labelsEvicted: z.boolean(),
});
const callers = z.strictObject({
  data: z.array(caller),
  nextCursor: z.null(),
  collection: z.enum(['full', 'masked', 'off']),
});

const arrived = z.array(
  z.strictObject({ id: z.string(), name: z.string(), address: z.string(), version: z.int(), servedAt: minute }),
);
const arrival = z.strictObject({
  data: z.strictObject({
    label: z.string(),
    version: z.int(),
    movedAt: z.iso.datetime({ precision: 3 }),
    current: arrived,
    stale: arrived,
    unclear: arrived,
  }),
});

/** The header that identifies a caller. */
export const as = (name: string) => ({ 'X-Client-Name': name });

/** Reading is a call as well: its caller is left out of the list. */
const READER = 'reader-of-callers';

export function callersIn(response: ApiResponse) {
  expect(response.status, response.text).toBe(200);
  const { data, collection } = callers.parse(response.body);
  return { callers: data.filter(({ name }) => name !== READER), collection };
}

export const readCallers = async (api: Api, key: string, query = '') =>
  callersIn(await api.get(`/api/callers${query}`, { key, headers: as(READER) }));

export async function readArrival(api: Api, key: string, reference: string, label = 'production') {
  const path = `/api/prompts/${encodeURIComponent(reference)}/labels/${label}/arrival`;
  const response = await api.get(path, { key, headers: as(READER) });
  expect(response.status, response.text).toBe(200);
  return arrival.parse(response.body).data;
}

/** The names in each list. */
export const namesIn = ({ current, stale, unclear }: Awaited<ReturnType<typeof readArrival>>) => ({
  current: current.map(({ name, version }) => `${name} ${version}`),
  stale: stale.map(({ name, version }) => `${name} ${version}`),
  unclear: unclear.map(({ name, version }) => `${name} ${version}`),
});
