import { hash } from 'node:crypto';
import type { Context } from 'koa';
import type { Precondition, SeenState } from '../../../../application/prompts/precondition.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import { UNKNOWN_WRITE, type WriteId } from '../../../../domain/prompts/write-id.ts';
import type { AccountState, RequestContext, RevisionState } from '../../http/request/request-state.ts';
import type { Handle } from '../../http/routes/route.ts';

/**
 * `"<id>.<revision>.<version>.<write>"`: which state of which prompt, and which of its versions, a response showed. After a
 * restore or a failover that lost writes, other states have the same revisions, but not the same writes. Without a write
 * for states that an earlier release wrote, whose tags stay valid.
 */
export function etagOf(
  { id, revision, writeId }: Pick<Prompt, 'id' | 'revision' | 'writeId'>,
  version: number,
): string {
  const write = writeId === UNKNOWN_WRITE ? '' : `.${writeId}`;
  return `"${id}.${revision}.${version}${write}"`;
}

/** Whether the client already has this response. Weak tags match: some proxies weaken the tags of compressed responses. */
export function isKnown(ctx: Context, etag: string): boolean {
  const header = ctx.get('If-None-Match');
  if (header === '') return false;
  return header === etag || header.trim() === '*' || entityTags(header).some((tag) => tag.replace(/^W\//, '') === etag);
}

/** Whether If-None-Match lists tags. `*` does not count: it requires a check that the prompt exists. */
export function listsTags(ctx: Context): boolean {
  const header = ctx.get('If-None-Match').trim();
  return header !== '' && header !== '*';
}

/** The tag of a response that only the state of the account's prompts and the request determine. */
export const stateEtagOf = ({ state }: RequestContext<RevisionState>, request: string): string =>
  `"${hash('sha256', `${state.account.id} ${state.promptsState} ${request}`).slice(0, 40)}"`;

/** Adds the tag to the responses of a handler. A client that has the response gets 304 before anything is read. */
export const withStateEtag =
  <Services>(handler: (services: Services) => Handle<AccountState>) =>
  (services: Services): Handle<RevisionState> => {
    const handle = handler(services);
    return async (ctx) => {
      const etag = stateEtagOf(ctx, ctx.url);
      if (listsTags(ctx) && isKnown(ctx, etag)) {
        ctx.state.isSettled = true;
        return respondNotModified(ctx, etag);
      }
      await handle(ctx);
      if (isKnown(ctx, etag)) respondNotModified(ctx, etag);
      else ctx.set('ETag', etag);
    };
  };

export function respondNotModified(ctx: RequestContext, etag: string): void {
  ctx.status = 304;
  ctx.state.response = { headers: ['ETag', etag], body: undefined };
}

const STATE = /^"(p_\d{13}_[a-z0-9]{6})\.(\d{1,15})\.\d{1,15}(?:\.([0-9a-f]{12}))?"$/;

/** The precondition in the If-Match header; undefined without one. A foreign tag matches no prompt. */
export function preconditionOf(ctx: Context): Precondition | undefined {
  const header = ctx.get('If-Match');
  if (header === '') return undefined;
  if (header.trim() === '*') return 'any';
  return entityTags(header).flatMap((tag): SeenState[] => {
    const [, id, revision, write = UNKNOWN_WRITE] = STATE.exec(tag) ?? [];
    return id === undefined ? [] : [{ id, revision: Number(revision), writeId: write as WriteId }];
  });
}

export const isCreateOnly = (ctx: Context): boolean => ctx.get('If-None-Match').trim() === '*';

const entityTags = (header: string): string[] => header.split(',').map((tag) => tag.trim());
