import type { Account } from '../../domain/accounts/account.ts';
import type { KeySealing } from '../ports/secrets.ts';
import type { UsageLog } from '../ports/usage-log.ts';

export interface KeyDescription {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  /** It was lost with its keyring and works no longer. Its owner gets a new one. */
  readonly isLost: boolean;
}

/** Describes an account's key without revealing it. */
export class DescribeKey {
  constructor(
    private readonly usage: UsageLog,
    private readonly sealing: Pick<KeySealing, 'isLost'>,
  ) {}

  async execute({ id, key }: Account): Promise<KeyDescription> {
    const isLost = await this.sealing.isLost(key.sealed);
    return { createdAt: key.issuedAt, lastUsedAt: await this.usage.lastUsedAt(id), isLost };
  }
}
