import type { AccountId } from '../../../../domain/accounts/account.ts';

export const MIB = 1024 * 1024;

/** Requests that need no more than this are never refused: keys are verified whatever else is going on. */
const SMALL_BYTES = 16 * 1024;

export interface MemoryLimits {
  readonly bytesMax: number;
  /** Less, so that one account cannot take everything. */
  readonly bytesPerAccountMax: number;
}

export const MEMORY_LIMITS: MemoryLimits = { bytesMax: 128 * MIB, bytesPerAccountMax: 64 * MIB };

/** A request, by what it holds: the body it has received so far, or the response that is not sent yet. */
export interface MemoryHolder {
  heldBytes?: number;
  account?: { readonly id: AccountId };
}

/** The memory of this process for the bodies of requests and for responses that are not sent yet. */
export class MemoryBudget {
  private bytes = 0;
  private readonly bytesByAccount = new Map<AccountId | undefined, number>();

  constructor(private readonly limits: MemoryLimits = MEMORY_LIMITS) {}

  /** False if the memory is taken. Until `release`, the request holds what it has reserved. */
  reserve(holder: MemoryHolder, bytes: number): boolean {
    const held = (holder.heldBytes ?? 0) + bytes;
    const ofAccount = (this.bytesByAccount.get(holder.account?.id) ?? 0) + bytes;
    const { bytesMax, bytesPerAccountMax } = this.limits;
    if (held > SMALL_BYTES && (this.bytes + bytes > bytesMax || ofAccount > bytesPerAccountMax)) return false;
    this.hold(holder, bytes);
    return true;
  }

  /** The same for what must not be refused. */
  hold(holder: MemoryHolder, bytes: number): void {
    const id = holder.account?.id;
    holder.heldBytes = (holder.heldBytes ?? 0) + bytes;
    this.bytes += bytes;
    this.bytesByAccount.set(id, (this.bytesByAccount.get(id) ?? 0) + bytes);
  }

  /** For a request that is over. */
  release(holder: MemoryHolder): void {
    const { heldBytes = 0, account } = holder;
    if (heldBytes === 0) return;
    holder.heldBytes = 0;
    this.bytes -= heldBytes;
    const ofAccount = (this.bytesByAccount.get(account?.id) ?? 0) - heldBytes;
    if (ofAccount > 0) this.bytesByAccount.set(account?.id, ofAccount);
    else this.bytesByAccount.delete(account?.id);
  }
}
