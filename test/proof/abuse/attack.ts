import type { AbuseClient } from './abuse-client.ts';

/** One way to misuse the service with a valid key, or without one. */
export interface Attack {
  readonly name: string;
  /** How many clients do it concurrently. */
  readonly clients: number;
  /** Stores what the attack needs, as far as the service allows it. May run again on the same account. */
  prepare?(client: AbuseClient): Promise<unknown>;
  /** One step of one client, repeated until the end. Resolves to the status, or to what happened instead. */
  strike(client: AbuseClient, step: number, end: AbortSignal): Promise<number | string>;
}

/** What the attacking process is asked to do. */
export type AttackOrder =
  | { readonly kind: 'prepare'; readonly attacks: readonly string[]; readonly port: number; readonly key: string }
  /** First one client of each attack by itself, then all the others as well. */
  | { readonly kind: 'strike'; readonly clients: 'one' | 'others' }
  | { readonly kind: 'stop' };

/** How often each attack got each status, or what happened instead. */
export type AttackCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type AttackReply =
  | { readonly kind: 'prepared' }
  | { readonly kind: 'stopped'; readonly counts: AttackCounts }
  | { readonly kind: 'failed'; readonly reason: string };
