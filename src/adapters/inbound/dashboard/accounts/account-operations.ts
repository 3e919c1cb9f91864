import { z } from 'zod';
import { one } from '../../http/response/respond-json.ts';
import type { Operation } from '../../http/routes/operation.ts';

/** The signed-in account, without its key. */
export const account = z.strictObject({ userId: z.string(), email: z.string(), name: z.string() });

/** Any text is accepted as a password here. The use cases check new ones. */
const credentials = z.strictObject({ email: z.string(), password: z.string() });
const application = z.strictObject({ email: z.string(), name: z.string(), password: z.string() });

/** `isKeyReplaced`: the key was lost with the keyring of the service, and a new one has just replaced it. */
const signedInAccount = account.extend({ isKeyReplaced: z.literal(true).optional() });
const signedIn = { description: 'Signed in', schema: one(signedInAccount), headers: ['Set-Cookie'] };
const BODY_REJECTIONS = [400, 413, 415, 422];

/** Like every request of the pages, they ignore query parameters that they do not know. */
export const accountOperations = {
  signIn: {
    id: 'startSession',
    method: 'post',
    path: '/session',
    summary: 'Sign in with e-mail and password',
    ignoresQuery: true,
    body: credentials,
    responses: { 200: signedIn },
    rejections: [...BODY_REJECTIONS, 401, 403, 429],
  },
  signOut: {
    id: 'endOwnSession',
    method: 'delete',
    path: '/session',
    summary: 'Sign out, signed in or not',
    ignoresQuery: true,
    responses: { 204: { description: 'Signed out', headers: ['Set-Cookie'] } },
    rejections: [403],
  },
  setUp: {
    id: 'openFirstAccount',
    method: 'post',
    path: '/setup',
    summary: 'Open the first account with the token that the service prints when it starts',
    ignoresQuery: true,
    body: application.extend({ token: z.string() }),
    responses: { 201: signedIn },
    rejections: [...BODY_REJECTIONS, 403, 404, 409, 429],
  },
  signUp: {
    id: 'openAccount',
    method: 'post',
    path: '/accounts',
    summary: 'Open an account, where sign-up is open',
    ignoresQuery: true,
    body: application,
    responses: { 201: signedIn },
    rejections: [...BODY_REJECTIONS, 403, 404, 409, 429],
  },
  readOwn: {
    id: 'readOwnAccount',
    method: 'get',
    path: '/account',
    // Responds 200, not 401, when signed out: browsers report even expected error responses on the console.
    summary: 'The signed-in account, or null',
    ignoresQuery: true,
    responses: { 200: { description: 'The account, or null when signed out', schema: one(account.nullable()) } },
    rejections: [],
  },
  changeName: {
    id: 'changeName',
    method: 'patch',
    path: '/account',
    summary: 'Change the name of the account',
    ignoresQuery: true,
    body: z.strictObject({ name: z.string() }),
    responses: { 200: { description: 'The account with its new name', schema: one(account) } },
    rejections: [...BODY_REJECTIONS, 403],
  },
  changePassword: {
    id: 'changePassword',
    method: 'put',
    path: '/account/password',
    summary: 'Change the password, which ends every other session',
    ignoresQuery: true,
    body: z.strictObject({ current: z.string(), chosen: z.string() }),
    responses: { 204: { description: 'Changed', headers: ['Set-Cookie'] } },
    rejections: [...BODY_REJECTIONS, 403, 409, 429],
  },
} satisfies Record<string, Operation>;
