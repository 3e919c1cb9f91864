import { z } from 'zod';
import type { ReadyResponse, RequestContext } from '../request/request-state.ts';
import { JSON_TYPE } from './respond-json.ts';

export const unauthorizedResponse = z.strictObject({ error: z.literal('Unauthorized') }).meta({ id: 'Unauthorized' });

export const UNAUTHORIZED = JSON.stringify({ error: 'Unauthorized' });
const CHALLENGE = 'Bearer realm="prompthold"';

const challenge = (value: string): ReadyResponse => ({
  headers: ['Content-Type', JSON_TYPE, 'WWW-Authenticate', value],
  body: UNAUTHORIZED,
});
const NO_CREDENTIAL = challenge(CHALLENGE);
const REJECTED_CREDENTIAL = challenge(`${CHALLENGE}, error="invalid_token"`);

/**
 * The body and headers are the same for every reason, so that a rejection reveals nothing.
 * The rejection is not thrown: scanners send unknown keys all day, and a stack trace costs more than the lookup.
 */
export function respondUnauthorized(ctx: RequestContext, credentialSent: boolean): void {
  ctx.status = 401;
  ctx.state.response = credentialSent ? REJECTED_CREDENTIAL : NO_CREDENTIAL;
}
