import { hash } from 'node:crypto';
import type { FollowChanges } from '../../../../application/changes/follow-changes.ts';
import type { ListChanges } from '../../../../application/changes/list-changes.ts';
import { badQuery, Rejection } from '../../http/errors/rejection.ts';
import { readQuery } from '../../http/request/read-query.ts';
import type { AccountState } from '../../http/request/request-state.ts';
import { respondSerializedPage, serializeJson } from '../../http/response/respond-json.ts';
import type { AccountRoute, Handle, RouteContext } from '../../http/routes/route.ts';
import { isKnown, respondNotModified } from '../prompts/etag.ts';
import { toChangeFilter } from './change-filter-query.ts';
import { changeOperations } from './change-operations.ts';

export interface ChangeServices {
  readonly followChanges: FollowChanges;
  readonly listChanges: ListChanges;
  /** The start of every link. */
  readonly publicUrl: () => string;
}

export const listChanges =
  ({ followChanges, listChanges, publicUrl }: ChangeServices): Handle<AccountState> =>
  async (ctx) => {
    const { after, cursor, limit, ...query } = readQuery(ctx, changeOperations.list.query);
    const filter = toChangeFilter(query);
    const owner = ctx.state.account.id;
    if (after === undefined) {
      const { events, next, position } = await listChanges.execute(owner, cursor, filter, limit);
      return respondPage(ctx, publicUrl(), { data: events, nextCursor: next ?? null, position }, 'cursor');
    }
    if (cursor) throw badQuery([{ path: 'cursor', problem: 'conflicting', text: 'cannot be combined with after' }]);
    const outcome = await followChanges.execute(owner, after, filter, limit);
    if (outcome.kind === 'gone') throw new Rejection('gone');
    const { events, position, isEnd } = outcome;
    respondPage(ctx, publicUrl(), { data: events, nextCursor: isEnd ? null : position, position }, 'after');
  };

interface ChangePage {
  readonly data: readonly unknown[];
  readonly nextCursor: string | null;
  readonly position: string;
}

/** The tag depends on the content: events are also deleted by age, which does not raise the account's revision. */
function respondPage(
  ctx: RouteContext<AccountState>,
  publicUrl: string,
  { data, nextCursor, position }: ChangePage,
  parameter: 'after' | 'cursor',
): void {
  const body = serializeJson({ data, nextCursor, position });
  const etag = `"${hash('sha256', body).slice(0, 40)}"`;
  if (isKnown(ctx, etag)) {
    respondNotModified(ctx, etag);
    return;
  }
  respondSerializedPage(ctx, publicUrl, { body, nextCursor }, { parameter, etag });
}

export const changeRoutes: readonly AccountRoute<ChangeServices>[] = [
  // Caches may store a response but must revalidate it before each use.
  { operation: changeOperations.list, guard: 'key', cacheControl: 'private, no-cache', handle: listChanges },
];
