import type { Branded } from '../branded.ts';
import type { PromptId } from '../naming/prompt-name.ts';
import { timedId } from '../timed-id.ts';
import type { CallInterface } from './caller.ts';
import { type CallerCollection, isStorable } from './caller-address.ts';
import { type ClientName, containsKey } from './client-name.ts';

/** Maximum per account; the latest calls are stored. */
export const REFUSED_CALLS_MAX = 100;

export type RefusedCallId = Branded<string, 'RefusedCallId'>;
export const REFUSED_CALL_ID_PATTERN = /^r_\d{13}_[a-z0-9]{6}$/;

export const refusedCallId = (at: Date, entropy: Uint8Array): RefusedCallId =>
  timedId('r', at, entropy) as RefusedCallId;

/** An authenticated call that ended with 4xx or 5xx. Contains nothing of the request but what is listed here. */
export interface RefusedCall {
  readonly id: RefusedCallId;
  /** The time at which the call's key was accepted. */
  readonly at: Date;
  /** Method and template, as documented: `GET /api/prompts/{ref}`. */
  readonly route: string;
  readonly status: number;
  /** The code of the error response. Undefined if that had none. */
  readonly code: string | undefined;
  readonly requestId: string;
  readonly via: CallInterface;
  /** Undefined if callers are not recorded. */
  readonly client: ClientName | undefined;
  /** The client's address or its network; undefined if it is not recorded. */
  readonly address: string | undefined;
  /** The prompt that it was about, if that was found. */
  readonly promptId: PromptId | undefined;
}

const REDACTED = 'redacted';

/** Clients choose their request ids, and may send a key as one. */
export const requestIdToStore = (requestId: string): string => (containsKey(requestId) ? REDACTED : requestId);

/** Sorts by time, newest first. */
export const sortRefusedCalls = (calls: readonly RefusedCall[]): RefusedCall[] =>
  calls.toSorted((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1));

/** Removes what would not be stored under this setting. */
export function limitCaller(call: RefusedCall, collection: CallerCollection): RefusedCall {
  const { client, address } = call;
  return {
    ...call,
    client: collection === 'off' ? undefined : client,
    address: address !== undefined && isStorable(address, collection) ? address : undefined,
  };
}
