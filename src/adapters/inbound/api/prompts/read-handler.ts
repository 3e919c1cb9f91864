import type { PromptReader } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { ReadPrompt, ReadPromptOutcome, ReadRequest } from '../../../../application/prompts/read-prompt.ts';
import type { PromptReference } from '../../../../domain/naming/prompt-name.ts';
import type { VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { PromptsState } from '../../../../domain/prompts/write-id.ts';
import type { PromptRead } from '../../../../domain/usage/usage.ts';
import type { ActorOf } from '../../http/auth/actor-of.ts';
import { badQuery } from '../../http/errors/rejection.ts';
import { queryReader } from '../../http/request/read-query.ts';
import type { RevisionState } from '../../http/request/request-state.ts';
import { respondJson, type SerializedJson, serializeJson } from '../../http/response/respond-json.ts';
import type { Handle, RouteContext } from '../../http/routes/route.ts';
import { etagOf, isKnown, listsTags, respondNotModified } from './etag.ts';
import { promptOperations, type readQuerySchema } from './operations/prompt-operations.ts';
import { readReference, toVersionChoice } from './path-parameters.ts';
import { presentReading } from './present-prompt.ts';
import { type NameSuggestions, rejectPrompt } from './prompt-rejections.ts';
import { ResponseCache } from './response-cache.ts';

export interface ReadServices extends NameSuggestions {
  readonly readPrompt: ReadPrompt;
  /** Reads enough to respond "not modified", without loading any content. */
  readonly readPromptHead: PromptReader['readHead'];
  readonly actorOf: ActorOf;
}

type Context = RouteContext<RevisionState>;

/** The response for one version of a prompt. */
interface Reading {
  /** State of the account when the version was read, or earlier: while it stays the same, so does the response. */
  readonly promptsState: PromptsState;
  readonly etag: string;
  readonly read: PromptRead;
  /** Undefined if only the head was read so far. */
  readonly body?: SerializedJson;
}

/** Reads from the cache if nothing has changed, from the prompt's head if this prompt has not, or else from storage. */
export function readPrompt({
  readPrompt,
  readPromptHead,
  actorOf,
  ...suggestions
}: ReadServices): Handle<RevisionState> {
  const readRequest = queryReader(promptOperations.read.query, toRequest);
  const cache = new ResponseCache<Reading>();

  function fromCache(ctx: Context, cached: Reading | undefined): Reading | undefined {
    return cached?.promptsState === ctx.state.promptsState && isSendable(ctx, cached) ? cached : undefined;
  }

  /** The index shows whether this prompt has changed, without reading the content. */
  async function fromHead(
    ctx: Context,
    name: string,
    cached: Reading | undefined,
    reference: PromptReference,
    choice: VersionChoice,
  ): Promise<Reading | undefined> {
    const { account, promptsState } = ctx.state;
    const head = await readPromptHead(account.id, reference, choice);
    if (head?.version === undefined) return undefined;
    const { id, version, label } = head;
    const etag = etagOf(head, version);
    if (cached?.etag === etag) return isSendable(ctx, cached) ? cached : undefined;
    const current = { promptsState, etag, read: { promptId: id, version, label } };
    cache.set(name, current);
    return isSendable(ctx, current) ? current : undefined;
  }

  async function fromStorage(ctx: Context, name: string, reference: PromptReference, request: ReadRequest) {
    const { account, promptsState } = ctx.state;
    const { credential } = actorOf(ctx);
    const outcome = await readPrompt.execute(account.id, reference, request, credential);
    if (outcome.kind !== 'read') {
      if (outcome.kind !== 'not-found') ctx.state.promptRead = { promptId: outcome.prompt.id, version: undefined };
      throw await rejectPrompt(ctx, outcome, suggestions);
    }
    const reading = toReading(outcome, promptsState);
    // What a label selected in the past says nothing about the version that the caller uses now.
    if (request.at) return { ...reading, read: { ...reading.read, label: undefined } };
    // The read has checked the key. A session may also have been signed out, which its epoch does not show.
    if (credential.kind === 'key') ctx.state.isSettled = true;
    cache.set(name, reading);
    return reading;
  }

  return async (ctx) => {
    const { params, querystring, state } = ctx;
    const name = `${state.account.id} ${params['ref']} ${querystring}`;
    const cached = cache.get(name);
    let reading = fromCache(ctx, cached);
    if (reading) {
      state.isSettled = true;
    } else {
      const reference = readReference(params['ref']);
      const request = readRequest(ctx);
      const mayBeUnchanged = !request.at && (cached?.body !== undefined || listsTags(ctx));
      if (mayBeUnchanged) reading = await fromHead(ctx, name, cached, reference, request.choice);
      reading ??= await fromStorage(ctx, name, reference, request);
    }
    send(ctx, reading);
  };
}

function toReading(
  { prompt, version, resolved, lock }: Extract<ReadPromptOutcome, { kind: 'read' }>,
  promptsState: PromptsState,
): Reading {
  return {
    promptsState,
    etag: etagOf(prompt, version.version),
    read: { promptId: prompt.id, version: version.version, label: resolved.label },
    body: serializeJson({ data: presentReading(prompt, version, resolved, lock) }),
  };
}

/** A reading without a body can only be sent as a 304. */
const isSendable = (ctx: Context, { body, etag }: Reading): boolean => body !== undefined || isKnown(ctx, etag);

function send(ctx: Context, { etag, read, body }: Reading): void {
  ctx.state.promptRead = read;
  if (!body || isKnown(ctx, etag)) {
    respondNotModified(ctx, etag);
  } else {
    respondJson(ctx, body, { headers: ['ETag', etag] });
  }
}

type ReadQuery = ReturnType<(typeof readQuerySchema)['parse']>;

const toRequest = ({ at, ...selected }: ReadQuery): ReadRequest => ({
  choice: toVersionChoice(selected, () =>
    badQuery([{ path: 'label', problem: 'malformed', text: 'is not a valid label' }]),
  ),
  at,
});
