import { z } from 'zod';
import {
  DISPLAY_NAME_RULE,
  displayNameCharactersMax,
  EMAIL_RULE,
  parseDisplayName,
  parseEmail,
} from '../../../../domain/accounts/account.ts';
import { Password, passwordCharactersMax, passwordCharactersMin } from '../../../../domain/accounts/password.ts';
import { because } from '../../http/request/describe-issue.ts';
import { limit, rotationCursor } from '../../http/request/pagination.ts';
import { accountId, apiKey, channel, timestamp } from '../../http/request/value-schemas.ts';
import { page } from '../../http/response/respond-json.ts';
import type { PublicOperation } from '../../http/routes/operation.ts';

const tokenInfo = z
  .strictObject({
    token: apiKey,
    userId: accountId,
    email: z.string().describe('in lower case'),
    name: z.string().describe('the display name'),
  })
  .meta({ id: 'TokenInfo' });
const newToken = z.strictObject({ token: apiKey }).meta({ id: 'NewToken' });

const rotation = z
  .strictObject({
    rotatedAt: timestamp,
    by: channel,
    address: z.string().nullable().describe('of the client; null for the command line'),
  })
  .meta({ id: 'Rotation' });

function checkPassword(text: string, context: z.RefinementCtx): void {
  const password = Password.choose(text, {});
  if (!(password instanceof Password)) {
    context.addIssue({ code: 'custom', ...because(password.problem, password.text) });
  }
}

/** Any text is accepted as a password here: only new passwords must follow the rules. */
const credentials = z
  .strictObject({ email: z.string().describe('of the account, in any case'), password: z.string() })
  .meta({ id: 'Credentials' });
/** Validates every field here, so that one of the wrong type does not hide the problems of the others. */
const application = z
  .strictObject({
    email: z.string().refine(parseEmail, EMAIL_RULE).describe('an e-mail address, which cannot be changed later'),
    name: z
      .string()
      .refine(parseDisplayName, DISPLAY_NAME_RULE)
      .describe(`1 to ${displayNameCharactersMax} characters`),
    password: z
      .string()
      .superRefine(checkPassword)
      .describe(
        `${passwordCharactersMin} to ${passwordCharactersMax} characters that are hard to guess: not a common password, the name or the e-mail with small changes`,
      ),
  })
  .meta({ id: 'AccountApplication' });

export const tokenOperations = {
  signIn: {
    id: 'signIn',
    method: 'post',
    path: '/api/auth/token',
    area: 'Keys and accounts',
    summary: 'Obtain the existing key with e-mail and password',
    description:
      'Returns the existing key of the account, never a new one. An unknown e-mail and a wrong password get the same 401. After several failures, attempts ' +
      'are 429 until `Retry-After` has passed.',
    body: credentials,
    responses: { 200: { description: 'The key and its owner', schema: tokenInfo } },
    rejections: [400, 401, 413, 415, 422, 429],
  },
  verify: {
    id: 'verifyKey',
    method: 'get',
    path: '/api/auth/token',
    area: 'Keys and accounts',
    summary: 'Check a key',
    description:
      'Returns the account that the key belongs to. An invalid key is 401; a 503 says nothing about the key.',
    responses: { 200: { description: 'The key and its owner', schema: tokenInfo } },
    rejections: [],
  },
  reset: {
    id: 'resetKey',
    method: 'delete',
    path: '/api/auth/token',
    area: 'Keys and accounts',
    summary: 'Revoke the key and get a new one',
    description:
      'The old key stops working on every instance before the response is sent. After a 503, the outcome is unknown: if the old key is now 401, it was ' +
      'replaced, and signing in returns the new one.',
    responses: { 200: { description: 'The new key', schema: newToken } },
    rejections: [],
  },
  rotations: {
    id: 'listRotations',
    method: 'get',
    path: '/api/auth/rotations',
    area: 'Keys and accounts',
    summary: 'List the resets of the key, newest first',
    description: 'Returns when, through which channel and from which address the key was reset; never a key.',
    query: z.strictObject({ limit, cursor: rotationCursor.schema }),
    responses: { 200: { description: 'A page of resets', schema: page(rotation), headers: ['Link'] } },
    rejections: [400],
  },
  openAccount: {
    id: 'openAccount',
    method: 'post',
    path: '/api/accounts',
    area: 'Keys and accounts',
    summary: 'Open an account, where sign-up is open',
    description:
      'Exists only if the operator has set `accounts.signup` to `open`; otherwise it is 404. The response contains the key of the new account.',
    body: application,
    responses: { 201: { description: 'The new account and its key', schema: tokenInfo } },
    rejections: [400, 404, 409, 413, 415, 422, 429],
  },
} satisfies Record<string, PublicOperation>;
