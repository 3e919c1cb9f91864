import type { AccountId } from '../../domain/accounts/account.ts';
import type { RotationRecord } from '../../domain/accounts/key-rotation.ts';
import type { KeyStorage, RotationPage } from '../ports/key-storage.ts';

export interface ListedRotations {
  readonly records: readonly RotationRecord[];
  /** The start of the next page; undefined on the last one. */
  readonly next: number | undefined;
}

export class ListRotations {
  constructor(private readonly keys: KeyStorage) {}

  async execute(accountId: AccountId, { before, limit }: RotationPage): Promise<ListedRotations> {
    // One more than requested shows whether there is a next page.
    const found = await this.keys.rotations(accountId, { before, limit: limit + 1 });
    const records = found.slice(0, limit);
    return { records, next: found.length > limit ? records.at(-1)?.number : undefined };
  }
}
