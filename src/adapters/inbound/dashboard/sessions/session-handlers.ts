import Router from '@koa/router';
import type { EndOtherSessions } from '../../../../application/sessions/end-other-sessions.ts';
import type { EndSession } from '../../../../application/sessions/end-session.ts';
import type { ListSessions } from '../../../../application/sessions/list-sessions.ts';
import type { Session } from '../../../../domain/accounts/session.ts';
import { Rejection } from '../../http/errors/rejection.ts';
import type { SessionState } from '../../http/request/request-state.ts';
import { toAccountResponse } from '../accounts/account-response.ts';

export interface SessionUseCases {
  readonly listSessions: ListSessions;
  readonly endSession: EndSession;
  readonly endOtherSessions: EndOtherSessions;
}

/** The signed-in account and its sessions. */
export function sessionRoutes({ listSessions, endSession, endOtherSessions }: SessionUseCases): Router<SessionState> {
  const router = new Router<SessionState>({ sensitive: true });

  router.get('/session', (ctx) => {
    ctx.body = { data: toAccountResponse(ctx.state.account) };
  });

  router.get('/sessions', async (ctx) => {
    const { account, session: current } = ctx.state;
    const sessions = await listSessions.execute(account.id);
    ctx.body = { data: sessions.map((session) => toSessionResponse(session, current)), nextCursor: null };
  });

  router.delete('/sessions', async (ctx) => {
    await endOtherSessions.execute(ctx.state.session);
    ctx.status = 204;
  });

  router.delete('/sessions/:id', async (ctx) => {
    const outcome = await endSession.execute(ctx.state.account.id, ctx.params['id'] ?? '');
    if (outcome === 'not-found') throw new Rejection('session_not_found');
    ctx.status = 204;
  });

  return router;
}

const toSessionResponse = ({ id, startedAt, seenAt, address, userAgent }: Session, current: Session) => ({
  id,
  current: id === current.id,
  startedAt: startedAt.toISOString(),
  seenAt: seenAt.toISOString(),
  address,
  userAgent,
});
