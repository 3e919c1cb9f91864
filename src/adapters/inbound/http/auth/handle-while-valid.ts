import { CredentialRetired } from '../../../../application/ports/credential-retired.ts';
import { Rejection } from '../errors/rejection.ts';
import type { GuardedState } from '../request/request-state.ts';
import type { Handle, LookUp, RouteContext } from '../routes/route.ts';

/** Rejections that depend on what the storage holds. */
const REVEALING_STATUSES: ReadonlySet<number> = new Set([404, 409, 412, 422]);

/**
 * Handles a request whose key or session was found. False if it was replaced since, and nothing may be sent but a 401:
 * a write was refused for it, or something was read that may be newer. Writes need no second look-up: the storage
 * applies them only while the account still has the key or the session epoch.
 */
export async function handleWhileValid(
  ctx: RouteContext<GuardedState>,
  handle: Handle<GuardedState>,
  { isRead }: Pick<LookUp, 'isRead'>,
  isStillValid: () => Promise<boolean>,
): Promise<boolean> {
  const { state } = ctx;
  try {
    await handle(ctx);
  } catch (error) {
    if (error instanceof CredentialRetired) return false;
    const reveals = error instanceof Rejection && REVEALING_STATUSES.has(error.status);
    if (reveals && !(await isStillValid())) return false;
    throw error;
  }
  const isSettled = state.isSettled && !state.isBodyLate;
  if ((!isRead && !state.isRepeated) || isSettled || state.stream || ctx.headerSent) return true;
  return isStillValid();
}
