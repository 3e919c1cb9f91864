import { z } from 'zod';
import {
  ACCOUNT_ID_PATTERN,
  DISPLAY_NAME_RULE,
  displayNameCharactersMax,
  EMAIL_RULE,
  parseDisplayName,
  parseEmail,
} from '../../../../domain/accounts/account.ts';
import { API_KEY_PATTERN } from '../../../../domain/accounts/api-key.ts';
import { Password, passwordCharactersMax, passwordCharactersMin } from '../../../../domain/accounts/password.ts';
import { channels } from '../../../../domain/channel.ts';
import type { Operation } from '../request/operation.ts';
import { limit, rotationCursor } from '../request/pagination.ts';
import { page } from '../response/respond-json.ts';

const token = z.string().regex(API_KEY_PATTERN);

const tokenInfo = z
  .strictObject({
    token,
    userId: z.string().regex(ACCOUNT_ID_PATTERN),
    email: z.string(),
    name: z.string(),
  })
  .meta({ id: 'TokenInfo' });

const rotation = z
  .strictObject({
    rotatedAt: z.iso.datetime({ precision: 3 }),
    by: z.enum(channels),
    address: z.string().nullable(),
  })
  .meta({ id: 'Rotation' });

function checkPassword(text: string, context: z.RefinementCtx): void {
  const password = Password.choose(text, {});
  if (!(password instanceof Password)) context.addIssue(password.problem);
}

/** Any text is accepted as a password here: only new passwords must follow the rules. */
const credentials = z.strictObject({ email: z.string(), password: z.string() }).meta({ id: 'Credentials' });
/** Validates every field here, so that one of the wrong type does not hide the problems of the others. */
const application = z
  .strictObject({
    email: z.string().refine(parseEmail, EMAIL_RULE),
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
    summary: 'Obtain the existing key with e-mail and password',
    body: credentials,
    responses: { 200: { description: 'The key and its owner', schema: tokenInfo } },
    rejections: [400, 401, 413, 415, 422, 429],
  },
  verify: {
    id: 'verifyKey',
    method: 'get',
    path: '/api/auth/token',
    summary: 'Check a key',
    responses: { 200: { description: 'The key and its owner', schema: tokenInfo } },
    rejections: [],
  },
  reset: {
    id: 'resetKey',
    method: 'delete',
    path: '/api/auth/token',
    summary: 'Revoke the key and get a new one',
    responses: { 200: { description: 'The new key', schema: z.strictObject({ token }) } },
    rejections: [],
  },
  rotations: {
    id: 'listRotations',
    method: 'get',
    path: '/api/auth/rotations',
    summary: 'List the resets of the key, newest first',
    query: z.strictObject({ limit, cursor: rotationCursor.schema }),
    responses: { 200: { description: 'A page of resets', schema: page(rotation), headers: ['Link'] } },
    rejections: [400],
  },
  openAccount: {
    id: 'openAccount',
    method: 'post',
    path: '/api/accounts',
    summary: 'Open an account, where sign-up is open',
    body: application,
    responses: { 201: { description: 'The new account and its key', schema: tokenInfo } },
    rejections: [400, 404, 409, 413, 415, 422, 429],
  },
} satisfies Record<string, Operation>;
