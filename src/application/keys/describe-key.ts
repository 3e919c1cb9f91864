import type { Account } from '../../domain/accounts/account.ts';
import type { UsageLog } from '../ports/usage-log.ts';

/** Describes an account's key without revealing it. */
export class DescribeKey {
  constructor(private readonly usage: UsageLog) {}

  async execute({ id, key }: Account): Promise<{ readonly createdAt: Date; readonly lastUsedAt: Date | undefined }> {
    return { createdAt: key.issuedAt, lastUsedAt: await this.usage.lastUsedAt(id) };
  }
}
