import type { ChangeType } from '../changes/change.ts';
import type { ParsedChangeId } from '../changes/change-id.ts';

/** `pending` until an attempt succeeds (`done`) or the last one fails (`failed`). */
export const deliveryStates = ['pending', 'done', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Maximum per webhook. The changes that follow wait in the feed. */
export const PENDING_DELIVERIES_MAX = 1000;
/** Maximum per webhook. The oldest that are not pending are deleted beyond this. */
export const DELIVERIES_MAX = 1000;
export const DELIVERY_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;
/** Limits the stored beginning of a receiver's response. */
export const DELIVERY_RESPONSE_BYTES_MAX = 1024;

/** One change on its way to one webhook. */
export interface NewDelivery {
  /** The id of the change. */
  readonly position: ParsedChangeId;
  readonly type: ChangeType;
  /** The request's body. Stored, because every attempt sends the same, even if the feed no longer holds the change. */
  readonly body: string;
  readonly createdAt: Date;
  /** The time of the first attempt. */
  readonly dueAt: Date;
}

/** The last attempt. */
export interface DeliveryAttempt {
  /** Including this one. */
  readonly attempts: number;
  readonly at: Date;
  /** Null without a response. */
  readonly status: number | null;
  /** Why the attempt failed, in text for the owner; null if it succeeded. */
  readonly error: string | null;
  /** The beginning of the response. */
  readonly response: string;
}

export interface Delivery extends Omit<NewDelivery, 'dueAt'> {
  readonly state: DeliveryState;
  /** The time of the next attempt; null unless it is pending. */
  readonly dueAt: Date | null;
  readonly attempts: number;
  /** Null before the first attempt. */
  readonly lastAttempt: DeliveryAttempt | null;
}
