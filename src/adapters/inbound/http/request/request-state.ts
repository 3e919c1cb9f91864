import { randomUUID } from 'node:crypto';
import type { ParameterizedContext } from 'koa';
import type { ReportRead } from '../../../../application/prompts/read-prompt.ts';
import type { Account, AccountId, AccountIdentity } from '../../../../domain/accounts/account.ts';
import type { Credential, KeyCredential } from '../../../../domain/accounts/actor.ts';
import type { ApiKey } from '../../../../domain/accounts/api-key.ts';
import type { Session } from '../../../../domain/accounts/session.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import type { PromptsState } from '../../../../domain/prompts/write-id.ts';
import type { CallInterface } from '../../../../domain/usage/caller.ts';
import type { PromptRead } from '../../../../domain/usage/usage.ts';
import type { Gate } from '../../../limits/keyed-limiter.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { ErrorShape, Rejection } from '../errors/rejection.ts';
import type { HeavyWorkGate } from '../limits/heavy-work-gate.ts';
import type { MemoryBudget } from '../limits/memory-budget.ts';

/** The names of a route in logs and metrics, and in the statistics. */
export interface RouteName {
  /** `/api/prompts/:ref`; for a parameter that may contain slashes, `*name`. */
  readonly template: string;
  /** `GET /api/prompts/{ref}`, as in the documentation. */
  readonly documented: string;
}

/** Limits that all requests of the process share. */
export interface RequestLimits {
  readonly bodies: MemoryBudget;
  readonly responses: MemoryBudget;
  /** Limits the requests of each account, from authentication to the end of the response. */
  readonly accounts: Gate<AccountId>;
  readonly heavyWork: HeavyWorkGate;
}

/** A response that is sent in one piece, besides its status. */
export interface ReadyResponse {
  /** Names and values in turn, without those that all responses have. */
  readonly headers: readonly string[];
  /** Undefined for a response that has none. */
  readonly body: string | Buffer | undefined;
}

/** State of every request. */
export interface RequestState {
  requestId: string;
  /** Headers of the response, unless a handler sets others. */
  cacheControl: string;
  vary: string | undefined;
  /** Undefined while there is none, and if the handler leaves its response to Koa. */
  response?: ReadyResponse | undefined;
  /** Time of `performance.now()`, like the deadline. */
  startedAt: number;
  deadline: number;
  /** Index in the list of requests in flight. */
  index: number;
  /** Aborted when the client disconnects or the deadline passes. Undefined for requests that never take long. */
  execution?: { abort(reason: Rejection): void };
  /** The body, once it was received. */
  body?: Uint8Array;
  /** Set if the handler had to wait for the body longer than one turn of the event loop. */
  isBodyLate?: true;
  /** Undefined while no route has matched. */
  route?: RouteName;
  /** The tables without a route for the method and path. */
  searched?: readonly { methodsAt(path: string): readonly string[] }[];
  /** Error code of the response, if it is an error. */
  code?: ErrorCode;
  /** Error shape of the API that the path belongs to, if its errors do not look like ours. */
  errorShape?: ErrorShape;
  /** Set once the response is a stream that outlives the request: it is no longer in flight then. */
  stream?: { readonly endedBy: string };
  /** Error that broke off a response that had begun. */
  failure?: unknown;
  /** Limits that all requests share. */
  limits: RequestLimits;
  /** How much of the memory for bodies this request holds, and of that for responses. */
  bodyBytes?: number;
  responseBytes?: number;
  /** How much of the response the client's side of the connection has taken, and since when. Only for responses that take long. */
  sentBytes?: number;
  sentAt?: number;
  /** Set while the request counts among those of its account. */
  admitted?: AccountId;
}

/** Set by a guard: the account of the request, and the key or session that the request was admitted with. */
export interface AccountState extends RequestState {
  account: Pick<AccountIdentity, 'id'>;
  credential: Credential;
  /**
   * Set by handlers whose response may be sent whatever has happened to the key or session since it was looked up: nothing
   * in it was read later, or it reports a write, for which the storage has checked the key.
   */
  isSettled?: true;
  /** Set if the response is that of an earlier request with the same idempotency key. */
  isRepeated?: true;
  /** Prompt version that the response contains, or should have contained. Set by the handler, for the statistics. */
  promptRead?: PromptRead;
  /** The label whose versions the response lists with their content. Set by the handler, for the list of callers. */
  listedLabel?: Label | undefined;
}

export interface KeyState extends AccountState {
  key: ApiKey;
  credential: KeyCredential;
  /** Time of authentication, in milliseconds since 1970. Only requests that have it are counted. */
  authenticatedAt: number | undefined;
  /** The interface that the key was used with; `api` if not set. For the list of callers. */
  via?: CallInterface;
}

/** State of routes that do not set `needsRevision`. */
export interface IdentityState extends KeyState {
  account: AccountIdentity;
}

export interface SessionState extends AccountState {
  account: Account;
  session: Session;
}

/** State of routes that set `needsRevision`. */
export interface RevisionState extends AccountState {
  /** The account's state at the time of authentication. While it is equal, none of its prompts has changed. */
  promptsState: PromptsState;
}

/** Everything that some guard may have set. */
export type GuardedState = KeyState & SessionState & RevisionState;

export type RequestContext<State extends RequestState = RequestState> = ParameterizedContext<State>;

/** Records the prompt that a use case reads, for use cases that may fail afterwards. */
export const reportReadTo =
  ({ state }: RequestContext<AccountState>): ReportRead =>
  (read) => {
    state.promptRead = read;
  };

/** Template of the matched route; `none` while no route has matched. */
export const routeTemplate = ({ state }: RequestContext): string => state.route?.template ?? 'none';

const REQUEST_MS_MAX = 4000;

/** Gives a request this much time from now, for work whose amount depends on the request, such as an import. */
export function extendDeadline({ state }: RequestContext, ms: number = REQUEST_MS_MAX): void {
  state.deadline = performance.now() + ms;
}

const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The id in the client's `X-Request-Id` if it is harmless in headers and logs, else a new one. */
export function requestIdFrom(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && ACCEPTABLE_ID.test(header) ? header : randomUUID();
}
