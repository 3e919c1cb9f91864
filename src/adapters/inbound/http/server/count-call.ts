import type { TallyCalls } from '../../../../application/usage/tally-calls.ts';
import type { KeyState, RequestContext } from '../request/request-state.ts';

/** Counts a finished request if it carried a valid key; never twice. */
export type CountCall = (ctx: RequestContext) => void;

export const countCallsWith =
  (tally: TallyCalls): CountCall =>
  (ctx) => {
    const state = ctx.state as Partial<KeyState>;
    const { account, authenticatedAt: at, route, promptRead: read } = state;
    if (at === undefined || !account || !route) return;
    state.authenticatedAt = undefined;
    tally.record({ accountId: account.id, at, route: route.documented, status: ctx.res.statusCode, read });
  };
