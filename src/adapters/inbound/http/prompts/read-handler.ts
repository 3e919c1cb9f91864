import type { PromptSelection } from '../../../../application/ports/key-storage.ts';
import type {
  PrintedPrompt,
  ReadPrompt,
  ReadPromptOutcome,
  ReadRequest,
} from '../../../../application/prompts/read-prompt.ts';
import type { ReadPromptHead } from '../../../../application/prompts/read-prompt-head.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { parseLabelOrLatest } from '../../../../domain/naming/label.ts';
import { type PromptReference, parsePromptReference } from '../../../../domain/naming/prompt-name.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { PromptRead } from '../../../../domain/usage/usage.ts';
import { badQuery, Rejection } from '../errors/rejection.ts';
import { queryReader } from '../request/read-query.ts';
import type { RevisionState } from '../request/request-state.ts';
import type { Handle, RouteContext } from '../request/route.ts';
import { respondJson, type SerializedJson, serializeJson, toSerialized } from '../response/respond-json.ts';
import { etagOf, isKnown, listsTags, respondNotModified } from './etag.ts';
import { promptOperations, type readQuerySchema } from './operations/prompt-operations.ts';
import { readReference } from './path-parameters.ts';
import { presentReading } from './present-prompt.ts';
import { type NameSuggestions, rejectPrompt } from './prompt-rejections.ts';
import { ResponseCache } from './response-cache.ts';

export interface ReadServices extends NameSuggestions {
  readonly readPrompt: ReadPrompt;
  readonly readPromptHead: ReadPromptHead;
}

type Context = RouteContext<RevisionState>;

/** The response for one version of a prompt. */
interface Reading {
  /** Of the account, not later than the version was read: while it stays the same, so does the response. */
  readonly promptsRevision: number;
  readonly etag: string;
  readonly read: PromptRead;
  /** Undefined if only the head was read so far. */
  readonly body?: SerializedJson;
}

/** From the cache if nothing has changed, from the prompt's head if this prompt has not changed, or else from storage. */
export function readPrompt({ readPrompt, readPromptHead, ...suggestions }: ReadServices): Handle<RevisionState> {
  const readRequest = queryReader(promptOperations.read.query, toRequest);
  const cache = new ResponseCache<Reading>();

  function fromCache(ctx: Context, cached: Reading | undefined): Reading | undefined {
    return cached?.promptsRevision === ctx.state.promptsRevision && isSendable(ctx, cached) ? cached : undefined;
  }

  /** The index shows whether this prompt has changed, without reading the content. */
  async function fromHead(
    ctx: Context,
    name: string,
    cached: Reading | undefined,
    reference: PromptReference,
    choice: VersionChoice,
  ): Promise<Reading | undefined> {
    const { account, promptsRevision } = ctx.state;
    const head = await readPromptHead.execute(account.id, reference, choice);
    if (head?.version === undefined) return undefined;
    const { id, version, label } = head;
    const etag = etagOf(head, version);
    if (cached?.etag === etag) return isSendable(ctx, cached) ? cached : undefined;
    const current = { promptsRevision, etag, read: { promptId: id, version, label } };
    cache.set(name, current);
    return isSendable(ctx, current) ? current : undefined;
  }

  async function fromStorage(ctx: Context, name: string, reference: PromptReference, request: ReadRequest) {
    const { account, promptsRevision } = ctx.state;
    const printed = request.at ? undefined : await readPrompt.print(account.id, reference, request.choice);
    if (printed) return cachePrinted(name, printed, promptsRevision);
    const outcome = await readPrompt.execute(account.id, reference, request);
    if (outcome.kind !== 'read') {
      if (outcome.kind !== 'not-found') ctx.state.promptRead = { promptId: outcome.prompt.id, version: undefined };
      throw await rejectPrompt(ctx, outcome, suggestions);
    }
    const reading = toReading(outcome, promptsRevision);
    // What a label selected in the past says nothing about the version that the caller uses now.
    return request.at ? { ...reading, read: { ...reading.read, label: undefined } } : reading;
  }

  function cachePrinted(name: string, printed: PrintedPrompt, promptsRevision: number): Reading {
    const reading = fromPrinted(printed, promptsRevision);
    cache.set(name, reading);
    return reading;
  }

  const nameOf = ({ params, querystring }: RouteContext, owner: AccountId) =>
    `${owner} ${params['ref']} ${querystring}`;

  /** A request with tags may not need the content. An invalid one is rejected by the handler. */
  function prefetch(ctx: RouteContext, likely: AccountId): PromptSelection | undefined {
    if (listsTags(ctx) || cache.get(nameOf(ctx, likely))) return undefined;
    const reference = parsePromptReference(ctx.params['ref'] ?? '');
    if (!reference) return undefined;
    try {
      const { choice, at } = readRequest(ctx);
      return at ? undefined : { reference, choice };
    } catch (error) {
      if (error instanceof Rejection) return undefined;
      throw error;
    }
  }

  const handle: Handle<RevisionState> = async (ctx) => {
    const { ref } = ctx.params;
    const { prefetched, promptsRevision } = ctx.state;
    const name = nameOf(ctx, ctx.state.account.id);
    // Nothing is prefetched if the response is in the cache.
    const cached = prefetched ? undefined : cache.get(name);
    let reading = prefetched
      ? cachePrinted(name, readPrompt.withRule(prefetched, readRequest(ctx).choice), promptsRevision)
      : fromCache(ctx, cached);
    if (!reading) {
      const reference = readReference(ref);
      const request = readRequest(ctx);
      const mayBeUnchanged = !request.at && (cached?.body !== undefined || listsTags(ctx));
      if (mayBeUnchanged) reading = await fromHead(ctx, name, cached, reference, request.choice);
      reading ??= await fromStorage(ctx, name, reference, request);
    }
    send(ctx, reading);
  };
  return Object.assign(handle, { prefetch });
}

function fromPrinted(printed: PrintedPrompt, promptsRevision: number): Reading {
  const { text, id, version, label } = printed;
  return {
    promptsRevision,
    etag: etagOf(printed, version),
    read: { promptId: id, version, label },
    body: toSerialized(`{"data":{${text},"resolved":${printResolved(printed)}}}`),
  };
}

/** Labels and hashes consist of characters that JSON writes as they are. */
function printResolved({ resolved: { by, label, version }, hash }: PrintedPrompt): string {
  const labelField = label === undefined ? '' : `"label":"${label}",`;
  return `{"by":"${by}",${labelField}"version":${version},"hash":"${hash}"}`;
}

function toReading(
  { prompt, version, resolved }: Extract<ReadPromptOutcome, { kind: 'read' }>,
  promptsRevision: number,
): Reading {
  return {
    promptsRevision,
    etag: etagOf(prompt, version.version),
    read: { promptId: prompt.id, version: version.version, label: resolved.label },
    body: serializeJson({ data: presentReading(prompt, version, resolved) }),
  };
}

/** Without a body, only a 304 can be sent. */
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

const toRequest = ({ at, ...selected }: ReadQuery): ReadRequest => ({ choice: toChoice(selected), at });

function toChoice({ label: text, version }: Omit<ReadQuery, 'at'>): VersionChoice {
  if (version !== undefined) return { by: 'version', version };
  if (text === undefined) return DEFAULT_CHOICE;
  const label = parseLabelOrLatest(text);
  if (!label) throw badQuery([{ path: 'label', problem: 'is not a valid label' }]);
  return { by: 'label', label };
}
