import type { DescribeKey } from '../../../../application/keys/describe-key.ts';
import type { RevealKey } from '../../../../application/keys/reveal-key.ts';
import type { RotateOwnKey } from '../../../../application/keys/rotate-own-key.ts';
import { Rejection } from '../../http/errors/rejection.ts';
import { clientAddress } from '../../http/request/client-address.ts';
import type { SessionState } from '../../http/request/request-state.ts';
import { respondUnauthorized } from '../../http/response/respond-unauthorized.ts';
import type { Handle } from '../../http/routes/route.ts';

export interface KeyServices {
  readonly describeKey: DescribeKey;
  readonly revealKey: RevealKey;
  readonly rotateOwnKey: RotateOwnKey;
  readonly trustedHops: number;
}

export const describeKey =
  ({ describeKey }: KeyServices): Handle<SessionState> =>
  async (ctx) => {
    const { createdAt, lastUsedAt, isLost } = await describeKey.execute(ctx.state.account);
    const dates = { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
    ctx.body = { data: { ...dates, ...(isLost && { isLost }) } };
  };

export const revealKey =
  ({ revealKey, trustedHops }: KeyServices): Handle<SessionState> =>
  async (ctx) => {
    const origin = { by: 'dashboard', address: clientAddress(ctx.req, trustedHops) } as const;
    const obtained = await revealKey.execute(ctx.state.account.id, origin, ctx.state.credential);
    if (!obtained) return respondUnauthorized(ctx, false);
    const { key, isReplacement } = obtained;
    ctx.body = { data: { token: key.reveal(), ...(isReplacement && { isReplacement }) } };
  };

export const resetKey =
  ({ rotateOwnKey, trustedHops }: KeyServices): Handle<SessionState> =>
  async (ctx) => {
    const origin = { by: 'dashboard', address: clientAddress(ctx.req, trustedHops) } as const;
    const outcome = await rotateOwnKey.execute(ctx.state.account.id, origin, ctx.state.credential);
    switch (outcome.kind) {
      case 'rotated':
        ctx.body = { data: { token: outcome.key.reveal() } };
        return;
      case 'superseded':
        throw new Rejection('conflict', {
          sentence: 'Another request reset the key at the same time. Reveal the current key.',
        });
      case 'not-found':
        return respondUnauthorized(ctx, false);
      default:
        return outcome satisfies never;
    }
  };
