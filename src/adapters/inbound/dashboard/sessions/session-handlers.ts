import type { z } from 'zod';
import type { EndOtherSessions } from '../../../../application/sessions/end-other-sessions.ts';
import type { EndSession } from '../../../../application/sessions/end-session.ts';
import type { ListSessions } from '../../../../application/sessions/list-sessions.ts';
import type { Session } from '../../../../domain/accounts/session.ts';
import { Rejection } from '../../http/errors/rejection.ts';
import type { SessionState } from '../../http/request/request-state.ts';
import type { Handle } from '../../http/routes/route.ts';
import { presentAccount } from '../accounts/present-account.ts';
import type { session } from './session-operations.ts';

export interface SessionServices {
  readonly listSessions: ListSessions;
  readonly endSession: EndSession;
  readonly endOtherSessions: EndOtherSessions;
}

export const readOwnSession = (): Handle<SessionState> => (ctx) => {
  ctx.body = { data: presentAccount(ctx.state.account) };
};

export const listSessions =
  ({ listSessions }: SessionServices): Handle<SessionState> =>
  async (ctx) => {
    const { account, session: current } = ctx.state;
    const sessions = await listSessions.execute(account.id);
    ctx.body = { data: sessions.map((session) => presentSession(session, current)), nextCursor: null };
  };

export const endOtherSessions =
  ({ endOtherSessions }: SessionServices): Handle<SessionState> =>
  async (ctx) => {
    await endOtherSessions.execute(ctx.state.session);
    ctx.status = 204;
  };

export const endSession =
  ({ endSession }: SessionServices): Handle<SessionState> =>
  async (ctx) => {
    const { account, credential } = ctx.state;
    const outcome = await endSession.execute(account.id, ctx.params['id'] ?? '', credential);
    if (outcome === 'not-found') throw new Rejection('session_not_found');
    ctx.status = 204;
  };

const presentSession = (
  { id, startedAt, seenAt, address, userAgent }: Session,
  current: Session,
): z.infer<typeof session> => ({
  id,
  current: id === current.id,
  startedAt: startedAt.toISOString(),
  seenAt: seenAt.toISOString(),
  address,
  userAgent,
});
