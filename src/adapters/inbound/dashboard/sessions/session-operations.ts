import { z } from 'zod';
import { timestamp } from '../../http/request/value-schemas.ts';
import { one, page } from '../../http/response/respond-json.ts';
import type { Operation } from '../../http/routes/operation.ts';
import { account } from '../accounts/account-operations.ts';

export const session = z.strictObject({
  id: z.string(),
  /** Whether it is the session of the request. */
  current: z.boolean(),
  startedAt: timestamp,
  seenAt: timestamp,
  address: z.string(),
  userAgent: z.string(),
});

export const sessionOperations = {
  readOwn: {
    id: 'readSession',
    method: 'get',
    path: '/session',
    summary: 'Which account is signed in',
    ignoresQuery: true,
    responses: { 200: { description: 'The account', schema: one(account) } },
    rejections: [],
  },
  list: {
    id: 'listSessions',
    method: 'get',
    path: '/sessions',
    summary: 'All sessions of the account, newest first',
    ignoresQuery: true,
    responses: { 200: { description: 'The sessions, on one page', schema: page(session) } },
    rejections: [],
  },
  endOthers: {
    id: 'endOtherSessions',
    method: 'delete',
    path: '/sessions',
    summary: 'End all sessions of the account but this one',
    ignoresQuery: true,
    responses: { 204: { description: 'Ended' } },
    rejections: [403],
  },
  end: {
    id: 'endSession',
    method: 'delete',
    path: '/sessions/{id}',
    summary: 'End one session of the account',
    ignoresQuery: true,
    responses: { 204: { description: 'Ended' } },
    rejections: [403, 404],
  },
} satisfies Record<string, Operation>;
