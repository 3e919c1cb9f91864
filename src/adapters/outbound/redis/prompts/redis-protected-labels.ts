import type { Stale } from '../../../../application/ports/prompts/prompt-writer.ts';
import type {
  LabelLock,
  ProtectedLabels,
  ProtectionReplaced,
  ProtectionReplacement,
} from '../../../../application/ports/prompts/protected-labels.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import { isSameProtection } from '../../../../domain/prompts/protected-labels.ts';
import { toExtra } from '../../rows/change-row.ts';
import { toLockText } from '../../rows/release-row.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { listOf, type PromptKeys, promptKeys } from './prompt-keys.ts';
import { REPLACE_PROTECTION } from './prompt-write-scripts.ts';
import { runChange } from './run-prompt-script.ts';

export class RedisProtectedLabels implements ProtectedLabels {
  private readonly keys: PromptKeys;

  constructor(private readonly store: RedisStore) {
    this.keys = promptKeys(store);
  }

  async read(owner: AccountId): Promise<readonly Label[]> {
    const labels = await this.store.read((client) => client.smembers(this.keys.protected(owner)));
    return (labels as Label[]).sort();
  }

  async replace(replacement: ProtectionReplacement): Promise<ProtectionReplaced | Stale> {
    const { owner, change, locks = [], accountRevision, by, at } = replacement;
    const { before, labels, added, removed } = change;
    const isUnchanged = isSameProtection(change) && locks.length === 0;
    const extra = isUnchanged ? '' : (toExtra({ labels, added, removed }) ?? '');
    const lists = [...listOf(before), ...listOf(labels)];
    const values = [...lists, at.getTime(), by.channel, extra, accountRevision ?? '', ...listOf(locks.map(lockValue))];
    const growth = locks.length > 0 ? 'history' : undefined;
    const [kind] = await runChange(this.store, { owner, by }, REPLACE_PROTECTION, values, growth);
    return { kind: kind === 'replaced' ? 'replaced' : 'stale' };
  }
}

const lockValue = ({ promptId, label, lock }: LabelLock): string =>
  [promptId, label, lock ? toLockText(lock) : ''].join(' ');
