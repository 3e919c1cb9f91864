import type { PasswordHash } from '../../domain/accounts/account.ts';
import type { Password } from '../../domain/accounts/password.ts';
import type { ContentHash } from '../../domain/prompts/prompt-version.ts';

export interface PasswordHashing {
  hash(password: Password): Promise<PasswordHash>;

  /**
   * `outdated` means right, but hashed with weaker parameters than today's.
   * Without a hash it returns `wrong` after the same time, so that timing does not reveal which accounts exist.
   */
  verify(password: Password, hash: PasswordHash | undefined): Promise<'right' | 'outdated' | 'wrong'>;
}

/** Limits concurrent password hashing, which is slow on purpose and takes memory. */
export interface HashingGate {
  /** False if `enter` would return `busy` immediately. Reads nothing, so that a flood is turned away at little cost. */
  hasRoomFor(address: string): boolean;

  /**
   * Runs the work when a slot is free. `busy` when the queue is full, or no slot becomes free in time. The networks of
   * the clients share the queue fairly; an operator's commands have no address.
   */
  enter<Result>(address: string, work: () => Promise<Result>): Promise<Result | 'busy'>;
}

export interface ContentHashing {
  /** The same text has the same hash, on every machine and in every release. */
  hash(canonicalText: string): ContentHash;
}

/** A checksum of text that arrives in pieces. */
export interface RunningDigest {
  update(text: string): void;
  /** Returns the digest in hex. Cannot be updated afterwards. */
  end(): string;
}

export type NewDigest = () => RunningDigest;
