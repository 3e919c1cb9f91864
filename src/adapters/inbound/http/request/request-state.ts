import { randomUUID } from 'node:crypto';
import type { ParameterizedContext } from 'koa';
import type { PrintedReading } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { ReportRead } from '../../../../application/prompts/read-prompt.ts';
import type { Account, AccountId, AccountIdentity } from '../../../../domain/accounts/account.ts';
import type { ApiKey } from '../../../../domain/accounts/api-key.ts';
import type { Session } from '../../../../domain/accounts/session.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import type { CallInterface } from '../../../../domain/usage/caller.ts';
import type { PromptRead } from '../../../../domain/usage/usage.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { ErrorShape } from '../errors/error-shape.ts';
import type { Rejection } from '../errors/rejection.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { RequestGate } from './request-gate.ts';

/** The names of a route in logs and metrics, and in the statistics. */
export interface RouteName {
  /** `/api/prompts/:ref`, as in the router's notation. */
  readonly template: string;
  /** `GET /api/prompts/{ref}`, as in the documentation. */
  readonly documented: string;
}

/** What all requests of the process together may take. */
export interface RequestLimits {
  readonly memory: MemoryBudget;
  /** From authentication to the end of the response. */
  readonly accounts: RequestGate;
}

/** A response that is sent in one piece, besides its status. */
export interface ReadyResponse {
  /** Names and values in turn, without those that all responses have. */
  readonly headers: readonly string[];
  /** Undefined for a response that has none. */
  readonly body: string | Buffer | undefined;
}

/** What every request carries. */
export interface RequestState {
  requestId: string;
  /** Headers of the response, unless a handler sets others. */
  cacheControl: string;
  vary: string | undefined;
  /** Undefined while there is none, and if the handler leaves its response to Koa. */
  response?: ReadyResponse | undefined;
  /** In the time of `performance.now()`, like the deadline. */
  startedAt: number;
  deadline: number;
  /** Among the requests in flight. */
  place: number;
  /** What to end when the client disconnects or the deadline passes. Undefined for requests that never take long. */
  work?: { abort(reason: Rejection): void };
  /** Undefined while no route has matched. */
  route?: RouteName;
  /** Of the error response, if it is one. */
  code?: ErrorCode;
  /** Of the API that the path belongs to, if its errors do not look like ours. */
  errorShape?: ErrorShape;
  /** Set once the response is a stream that outlives the request: it is no longer in flight then. */
  stream?: { readonly endedBy: string };
  /** What broke off a response that had begun. */
  failure?: unknown;
  /** Shared by all requests. */
  limits: RequestLimits;
  /** How much of the memory for bodies and responses this request holds. */
  heldBytes?: number;
  /** How much of the response the client's side of the connection has taken, and since when. Only for responses that take long. */
  sentBytes?: number;
  sentAt?: number;
  /** Set while the request takes one of its account's places. */
  admitted?: AccountId;
}

/** Set by a guard: the account of the request. */
export interface AccountState extends RequestState {
  account: Pick<AccountIdentity, 'id'>;
  /** Which version of which prompt the response contains, or should have contained. Set by the handler, for the statistics. */
  promptRead?: PromptRead;
  /** The label whose versions the response lists with their content. Set by the handler, for the list of callers. */
  listedLabel?: Label | undefined;
}

export interface KeyState extends AccountState {
  key: ApiKey;
  /** In milliseconds since 1970. Only requests that have it are counted. */
  authenticatedAt: number | undefined;
  /** The interface that the key was used with; `api` if not set. For the list of callers. */
  via?: CallInterface;
}

/** Of routes without `needsRevision`. */
export interface IdentityState extends KeyState {
  account: AccountIdentity;
}

export interface SessionState extends AccountState {
  account: Account;
  session: Session;
}

/** Of routes with `needsRevision`. */
export interface RevisionState extends AccountState {
  /** Of the account, at the time of authentication. Equal revisions mean that none of its prompts has changed. */
  promptsRevision: number;
  /** What the guard has read together with the account, if the handler selected something. */
  prefetched?: PrintedReading | undefined;
}

/** Everything that some guard may have set. */
export type GuardedState = KeyState & SessionState & RevisionState;

export type RequestContext<State extends RequestState = RequestState> = ParameterizedContext<State>;

/** For use cases that read a prompt and may fail afterwards. */
export const reportReadTo =
  ({ state }: RequestContext<AccountState>): ReportRead =>
  (read) => {
    state.promptRead = read;
  };

/** For logs: `none` while no route has matched. */
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
