import { z } from 'zod';
import { tokenOperations } from '../../api/accounts/token-operations.ts';
import { timestamp } from '../../http/request/value-schemas.ts';
import { one } from '../../http/response/respond-json.ts';
import type { Operation } from '../../http/routes/operation.ts';

/** `isLost`: it was lost with the keyring of the service and no longer works. */
const description = z.strictObject({
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  isLost: z.literal(true).optional(),
});
const key = z.strictObject({ token: z.string() });
/** `isReplacement`: the former key was lost, and this one has just replaced it. */
const revealedKey = key.extend({ isReplacement: z.literal(true).optional() });

/** The key is sent only on request, and never by a GET. */
export const keyOperations = {
  describe: {
    id: 'describeKey',
    method: 'get',
    path: '/key',
    summary: 'When the key was created and last used',
    ignoresQuery: true,
    responses: { 200: { description: 'The dates', schema: one(description) } },
    rejections: [],
  },
  reveal: {
    id: 'revealKey',
    method: 'post',
    reads: true,
    path: '/key/reveal',
    summary: 'The key itself; a new one if it was lost',
    ignoresQuery: true,
    responses: { 200: { description: 'The key', schema: one(revealedKey) } },
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
