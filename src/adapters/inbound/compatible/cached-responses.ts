import { hash } from 'node:crypto';
import type { PromptsState } from '../../../domain/prompts/write-id.ts';
import type { PromptRead } from '../../../domain/usage/usage.ts';
import { isKnown, respondNotModified } from '../api/prompts/etag.ts';
import { ResponseCache } from '../api/prompts/response-cache.ts';
import type { RevisionState } from '../http/request/request-state.ts';
import { respondJson, type SerializedJson, serializeJson } from '../http/response/respond-json.ts';
import type { RouteContext } from '../http/routes/route.ts';

/** A response to a read, before it is serialized. */
export interface ReadResponse {
  readonly body: unknown;
  /** Read to count in the statistics; undefined for a list. */
  readonly read?: PromptRead;
}

interface CachedResponse {
  /** State of the account when the response was built, or earlier: while it stays the same, so does the response. */
  readonly promptsState: PromptsState;
  readonly etag: string;
  readonly body: SerializedJson;
  readonly read: PromptRead | undefined;
}

/** Responses to reads, built again only when something in the account has changed. */
export class CachedResponses {
  readonly #cache = new ResponseCache<CachedResponse>();

  /** `variant` stands for whatever else than the URL decides about the response. */
  async respond(ctx: RouteContext<RevisionState>, variant: string, build: () => Promise<ReadResponse>): Promise<void> {
    const { account, promptsState } = ctx.state;
    const name = `${account.id} ${variant} ${ctx.url}`;
    let response = this.#cache.get(name);
    if (response?.promptsState === promptsState) {
      ctx.state.isSettled = true;
    } else {
      response = toCached(await build(), promptsState);
      this.#cache.set(name, response);
    }
    send(ctx, response);
  }
}

function toCached({ body: value, read }: ReadResponse, promptsState: PromptsState): CachedResponse {
  const body = serializeJson(value);
  return { promptsState, etag: `"${hash('sha256', body).slice(0, 40)}"`, body, read };
}

function send(ctx: RouteContext<RevisionState>, { etag, body, read }: CachedResponse): void {
  if (read) ctx.state.promptRead = read;
  if (isKnown(ctx, etag)) {
    respondNotModified(ctx, etag);
  } else {
    respondJson(ctx, body, { headers: ['ETag', etag] });
  }
}
