import Router from '@koa/router';
import type { DescribeKey } from '../../../../application/keys/describe-key.ts';
import type { ListRotations } from '../../../../application/keys/list-rotations.ts';
import type { RevealKey } from '../../../../application/keys/reveal-key.ts';
import type { RotateOwnKey } from '../../../../application/keys/rotate-own-key.ts';
import { presentRotation } from '../../http/accounts/rotation-handler.ts';
import { Rejection } from '../../http/errors/rejection.ts';
import { clientAddress } from '../../http/request/client-address.ts';
import { rotationCursor } from '../../http/request/pagination.ts';
import { readQuery } from '../../http/request/read-query.ts';
import type { SessionState } from '../../http/request/request-state.ts';
import { respondPage } from '../../http/response/pages.ts';
import { respondUnauthorized } from '../../http/response/respond-rejection.ts';
import { rotationsQuery } from '../accounts/account-operations.ts';

export interface KeyUseCases {
  readonly describeKey: DescribeKey;
  readonly revealKey: RevealKey;
  readonly rotateOwnKey: RotateOwnKey;
  readonly listRotations: ListRotations;
}

interface KeySettings {
  readonly trustedHops: number;
  readonly publicUrl: () => string;
}

/** The key of the account. It is sent only on request, and never by a GET. */
export function keyRoutes(useCases: KeyUseCases, { trustedHops, publicUrl }: KeySettings): Router<SessionState> {
  const { describeKey, revealKey, rotateOwnKey, listRotations } = useCases;
  const router = new Router<SessionState>({ sensitive: true });

  router.get('/key', async (ctx) => {
    const { createdAt, lastUsedAt } = await describeKey.execute(ctx.state.account);
    ctx.body = { data: { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null } };
  });

  router.post('/key/reveal', async (ctx) => {
    const key = await revealKey.execute(ctx.state.account.id);
    if (!key) return respondUnauthorized(ctx, false);
    ctx.body = { data: { token: key.reveal() } };
  });

  router.post('/key/reset', async (ctx) => {
    const origin = { by: 'dashboard', address: clientAddress(ctx.req, trustedHops) } as const;
    const outcome = await rotateOwnKey.execute(ctx.state.account.id, origin);
    switch (outcome.kind) {
      case 'rotated':
        ctx.body = { data: { token: outcome.key.reveal() } };
        return;
      case 'superseded':
        throw new Rejection('conflict');
      case 'not-found':
        return respondUnauthorized(ctx, false);
      default:
        return outcome satisfies never;
    }
  });

  router.get('/key/rotations', async (ctx) => {
    const { limit, cursor } = readQuery(ctx, rotationsQuery);
    const { records, next } = await listRotations.execute(ctx.state.account.id, { before: cursor, limit });
    respondPage(ctx, publicUrl(), records.map(presentRotation), rotationCursor.encode(next));
  });

  return router;
}
