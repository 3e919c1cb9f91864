import type {
  AccountState,
  GuardedState,
  IdentityState,
  KeyState,
  RequestContext,
  RequestState,
  RevisionState,
  SessionState,
} from '../request/request-state.ts';
import type { Endpoint } from './operation.ts';

export type RouteContext<State extends RequestState = RequestState> = RequestContext<State> & {
  /** The variable parts of the path. */
  readonly params: Readonly<Record<string, string>>;
};

export type Handle<State extends RequestState = RequestState> = (ctx: RouteContext<State>) => unknown;

/** Lets a request through to `handle`, or responds itself. */
export type Guard = (handle: Handle<GuardedState>, lookUp: LookUp) => Handle;

/** Data that a guard looks up besides the account. */
export interface LookUp {
  readonly needsRevision: boolean;
  /** Whether the response may contain something else than the outcome of a write. */
  readonly isRead: boolean;
}

/** The state that each guard guarantees to the handler. */
interface StateByGuard {
  readonly public: RequestState;
  readonly key: IdentityState;
  readonly session: SessionState;
}

/** State for routes that set `needsRevision`. With a key, only the id of the account is looked up for them. */
interface StateWithRevision {
  readonly public: never;
  readonly key: KeyState & RevisionState;
  readonly session: SessionState & RevisionState;
}

export type GuardName = keyof StateByGuard;

interface RouteTo<Services, State extends RequestState> {
  readonly operation: Endpoint;
  /** Called once with the services; the result is called for every request. */
  readonly handle: (services: Services) => Handle<State>;
  /** Set when the guard has let the request through. */
  readonly cacheControl?: string;
  /** Set for requests that need little: they are handled even if the account has too many others. */
  readonly isAlwaysAdmitted?: boolean;
  /** Omitted for routes that always exist. */
  readonly exists?: (services: Services) => boolean;
}

/** Whether the guard also looks up the revision of the account's prompts. It cannot if there is no state with one. */
type WithOrWithoutRevision<Services, Without extends RequestState, With extends RevisionState> =
  | (RouteTo<Services, Without> & { readonly needsRevision?: false })
  | (With extends RevisionState ? RouteTo<Services, With> & { readonly needsRevision: true } : never);

/** One row of the table of operations: who may call it and what it does. */
export type Route<Services, Name extends GuardName = GuardName> = {
  [Each in Name]: { readonly guard: Each } & WithOrWithoutRevision<
    Services,
    StateByGuard[Each],
    StateWithRevision[Each]
  >;
}[Name];

/** A route that works with any guard that sets the account. */
export type AccountRoute<Services> = { readonly guard: 'key' } & WithOrWithoutRevision<
  Services,
  AccountState,
  RevisionState
>;

/** Puts routes under a prefix. */
export const atPrefix = <Each extends { readonly operation: Endpoint }>(
  prefix: string,
  routes: readonly Each[],
): readonly Each[] =>
  routes.map((route) => ({ ...route, operation: { ...route.operation, path: `${prefix}${route.operation.path}` } }));

/** Mounts routes for people who are signed in to the dashboard. */
export const withSession = <Services>(
  routes: readonly AccountRoute<Services>[],
): readonly Route<Services, 'session'>[] => routes.map((route) => ({ ...route, guard: 'session' }));
