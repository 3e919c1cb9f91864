import type { ApiKey } from '../../domain/accounts/api-key.ts';

/** A request that its client may repeat to get the same response. */
export interface RepeatableRequest {
  /** The key of the account: only who presents it again gets the response. */
  readonly credential: ApiKey;
  /** The client's own name of the request. */
  readonly idempotencyKey: string;
  /** The method, the path and the body. */
  readonly content: readonly (string | Uint8Array)[];
}

export type ClaimOutcome =
  /** The request was never answered. The holder of the claim handles it. */
  | { readonly kind: 'claimed'; readonly claim: ResponseClaim }
  | { readonly kind: 'answered'; readonly response: Uint8Array }
  /** The same request is being handled, perhaps by another instance. */
  | { readonly kind: 'in-progress' }
  /** Another request came with the same idempotency key. */
  | { readonly kind: 'reused' };

export interface ResponseClaim {
  /** Keeps the response for a day. */
  complete(response: Uint8Array): Promise<void>;
  /** Forgets the request, because it created nothing. */
  release(): Promise<void>;
}

/**
 * The responses to requests with an idempotency key, for a day. Of equal requests at the same time, on any instance, one
 * gets the claim. A claim that is neither completed nor released, because its process was killed, ends after a minute.
 */
export interface IdempotentResponses {
  claim(request: RepeatableRequest): Promise<ClaimOutcome>;
}
