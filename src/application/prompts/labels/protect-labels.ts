import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import type { Label } from '../../../domain/naming/label.ts';
import { type Problem, toInvalid } from '../../../domain/problem.ts';
import { changeProtection, isSameProtection, PROTECTED_LABELS_MAX } from '../../../domain/prompts/protected-labels.ts';
import type { Clock } from '../../ports/environment.ts';
import { type Execution, UNLIMITED } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { ProtectedLabels } from '../../ports/prompts/protected-labels.ts';
import { parseLabels } from '../prompt-input.ts';
import type { RetryWhileStale } from '../retry-while-stale.ts';
import type { FindLocks } from './find-locks.ts';

export type ProtectLabelsOutcome =
  | { readonly kind: 'protected'; readonly labels: readonly Label[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'conflict' };

/**
 * Sets which labels of an account only people who are signed in to the dashboard may move, and locks everything that
 * carries them in the same write: from then on, no change of another prompt changes what they serve.
 */
export class ProtectLabels {
  constructor(
    private readonly reader: Pick<PromptReader, 'readRevision'>,
    private readonly protection: ProtectedLabels,
    private readonly findLocks: FindLocks,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    texts: readonly string[],
    by: Actor,
    execution: Execution = UNLIMITED,
  ): Promise<ProtectLabelsOutcome> {
    const { labels: wanted, problems } = parseLabels(texts);
    if (problems.length > 0) return { kind: 'invalid', problems };
    if (wanted.length > PROTECTED_LABELS_MAX) return toInvalid('labels', 'too-many');
    return this.retryWhileStale.execute<ProtectLabelsOutcome>(
      { owner, of: 'protected-labels', isCertain: true },
      async () => {
        const accountRevision = await this.reader.readRevision(owner);
        const change = changeProtection(await this.protection.read(owner), wanted);
        const locks = await execution.heavy(async () => [
          ...(await this.findLocks.findMissing(owner, change.added, execution)),
          ...(await this.findLocks.findHeld(owner, change.removed, execution)),
        ]);
        const guard = isSameProtection(change) ? {} : { locks, accountRevision };
        const outcome = await this.protection.replace({ owner, change, ...guard, by, at: this.clock.now() });
        return outcome.kind === 'replaced' ? { kind: 'protected', labels: change.labels } : outcome;
      },
      execution,
    );
  }
}
