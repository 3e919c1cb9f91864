import type { AccountId } from '../../../../domain/accounts/account.ts';

export const MIB = 1024 * 1024;

/** Requests that need no more than this are never refused: keys are verified whatever else is going on. */
export const SMALL_BYTES = 16 * 1024;

/** The memory of a process. Bodies and responses do not compete: what some accounts send must not keep others from reading. */
export interface MemoryLimits {
  readonly bodyBytesMax: number;
  readonly responseBytesMax: number;
}

export const MEMORY_LIMITS: MemoryLimits = { bodyBytesMax: 96 * MIB, responseBytesMax: 64 * MIB };

/** A request, by what it holds: the body it has received so far, and the response that is not sent yet. */
export interface MemoryHolder {
  bodyBytes?: number;
  responseBytes?: number;
  account?: { readonly id: AccountId };
}

/**
 * The memory of this process for the bodies of requests, or for responses that are not sent yet.
 *
 * An account may take half of what the others leave. The first can take a half, the next a quarter, and so on: no few
 * accounts together can take everything.
 */
export class MemoryBudget {
  private bytes = 0;
  private readonly bytesByAccount = new Map<AccountId | undefined, number>();

  constructor(
    private readonly held: 'bodyBytes' | 'responseBytes',
    private readonly bytesMax: number,
  ) {}

  static forBodies(bytesMax = MEMORY_LIMITS.bodyBytesMax): MemoryBudget {
    return new MemoryBudget('bodyBytes', bytesMax);
  }

  static forResponses(bytesMax = MEMORY_LIMITS.responseBytesMax): MemoryBudget {
    return new MemoryBudget('responseBytes', bytesMax);
  }

  /** False if the memory is taken. Until `release`, the request holds what it has reserved. */
  reserve(holder: MemoryHolder, bytes: number): boolean {
    const held = (holder[this.held] ?? 0) + bytes;
    const before = this.bytesByAccount.get(holder.account?.id) ?? 0;
    const leftByOthers = this.bytesMax - (this.bytes - before);
    if (held > SMALL_BYTES && 2 * (before + bytes) > leftByOthers) return false;
    this.hold(holder, bytes);
    return true;
  }

  /** Like `reserve`, for memory that must not be refused. */
  hold(holder: MemoryHolder, bytes: number): void {
    const id = holder.account?.id;
    holder[this.held] = (holder[this.held] ?? 0) + bytes;
    this.bytes += bytes;
    this.bytesByAccount.set(id, (this.bytesByAccount.get(id) ?? 0) + bytes);
  }

  /** Releases all memory of a request that is over. */
  release(holder: MemoryHolder): void {
    const heldBytes = holder[this.held] ?? 0;
    if (heldBytes === 0) return;
    const { account } = holder;
    holder[this.held] = 0;
    this.bytes -= heldBytes;
    const ofAccount = (this.bytesByAccount.get(account?.id) ?? 0) - heldBytes;
    if (ofAccount > 0) this.bytesByAccount.set(account?.id, ofAccount);
    else this.bytesByAccount.delete(account?.id);
  }
}
