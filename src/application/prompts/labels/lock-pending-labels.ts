import type { AccountId } from '../../../domain/accounts/account.ts';
import { changeProtection } from '../../../domain/prompts/protected-labels.ts';
import type { Clock } from '../../ports/environment.ts';
import { UNLIMITED } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { Stale } from '../../ports/prompts/prompt-writer.ts';
import type { PendingLocks, ProtectedLabels } from '../../ports/prompts/protected-labels.ts';
import type { RetryWhileStale } from '../retry-while-stale.ts';
import type { FindLocks } from './find-locks.ts';

const ACCOUNTS_AT_A_TIME = 100;

/**
 * Locks the labels that were protected by a release without locks, or in another storage. Runs before a service serves:
 * until then, a change of an included prompt would change what such a label serves.
 */
export class LockPendingLabels {
  constructor(
    private readonly pending: PendingLocks,
    private readonly reader: Pick<PromptReader, 'readRevision'>,
    private readonly protection: ProtectedLabels,
    private readonly findLocks: FindLocks,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  /** An account that other instances keep changing stays pending; the next start tries again. */
  async execute(): Promise<void> {
    const seen = new Set<AccountId>();
    for (;;) {
      const owners = (await this.pending.list(ACCOUNTS_AT_A_TIME)).filter((owner) => !seen.has(owner));
      if (owners.length === 0) return;
      for (const owner of owners) {
        seen.add(owner);
        const contention = { owner, of: 'protected-labels', isCertain: true } as const;
        const { kind } = await this.retryWhileStale.execute(contention, () => this.attempt(owner));
        if (kind === 'locked') await this.pending.markLocked(owner);
      }
    }
  }

  private async attempt(owner: AccountId): Promise<{ readonly kind: 'locked' } | Stale> {
    const accountRevision = await this.reader.readRevision(owner);
    const labels = await this.protection.read(owner);
    const locks = await this.findLocks.findMissing(owner, labels, UNLIMITED);
    if (locks.length === 0) return { kind: 'locked' };
    const change = changeProtection(labels, labels);
    const by = { channel: 'cli' } as const;
    const outcome = await this.protection.replace({ owner, change, locks, accountRevision, by, at: this.clock.now() });
    return outcome.kind === 'replaced' ? { kind: 'locked' } : outcome;
  }
}
