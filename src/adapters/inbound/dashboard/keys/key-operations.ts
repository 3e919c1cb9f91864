import { z } from 'zod';
import { tokenOperations } from '../../http/accounts/token-operations.ts';
import type { Operation } from '../../http/request/operation.ts';
import { one } from '../../http/response/respond-json.ts';

const time = z.iso.datetime({ precision: 3 });

/** Dates of the key, without the key itself. */
const keyDates = z.strictObject({ createdAt: time, lastUsedAt: time.nullable() });
const key = z.strictObject({ token: z.string() });

/** The key is sent only on request, and never by a GET. */
export const keyOperations = {
  describe: {
    id: 'describeKey',
    method: 'get',
    path: '/key',
    summary: 'When the key was created and last used',
    ignoresQuery: true,
    responses: { 200: { description: 'The dates', schema: one(keyDates) } },
    rejections: [],
  },
  reveal: {
    id: 'revealKey',
    method: 'post',
    path: '/key/reveal',
    summary: 'The key itself',
    ignoresQuery: true,
    responses: { 200: { description: 'The key', schema: one(key) } },
    rejections: [403],
  },
  reset: {
    id: 'resetOwnKey',
    method: 'post',
    path: '/key/reset',
    summary: 'Revoke the key and get a new one',
    ignoresQuery: true,
    responses: { 200: { description: 'The new key', schema: one(key) } },
    rejections: [403, 409],
  },
  rotations: { ...tokenOperations.rotations, path: '/key/rotations' },
} satisfies Record<string, Operation>;
