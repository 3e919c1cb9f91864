import type { ChangePage, PromptChanges } from '../../../../application/ports/prompts/prompt-changes.ts';
import { type AccountId, parseAccountId } from '../../../../domain/accounts/account.ts';
import { CHANGES_PER_ACCOUNT_MAX, type ChangePosition } from '../../../../domain/changes/change.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { type PromptKeys, promptKeys } from '../prompts/prompt-keys.ts';
import { type FeedEntry, toChange, toPosition } from './feed-entry.ts';
import { AFTER, DELETE_SOME, LATEST } from './feed-scripts.ts';

type AfterReply = readonly [
  revision: string | null,
  at: readonly FeedEntry[],
  oldest: readonly FeedEntry[],
  changes: readonly FeedEntry[],
];
type LatestReply = readonly [revision: string | null, changes: readonly FeedEntry[]];

/** Few enough not to block Redis for others. */
const DELETED_BATCH = 500;

/** `p:{u_…}:changes` */
const FEED_KEY = /^p:\{([^}]+)\}:changes$/;

/** The feed of an account is a stream in the slot of the account. The scripts that write prompts add to it. */
export class RedisPromptChanges implements PromptChanges {
  private readonly keys: PromptKeys;

  constructor(private readonly store: RedisStore) {
    this.keys = promptKeys(store);
  }

  async after(owner: AccountId, { revision, n }: ChangePosition, limit: number) {
    const reply = await this.store.readScript(AFTER, this.keys.ofScripts(owner), [`${revision}-${n}`, limit]);
    if (!reply) return { changes: [], revision: 0, at: undefined, oldest: undefined };
    const [current, [at], [oldest], changes] = reply as AfterReply;
    return {
      changes: changes.map(toChange),
      revision: Number(current ?? 0),
      at: at && toChange(at),
      oldest: oldest && toPosition(oldest),
    };
  }

  async latest(owner: AccountId, { before, limit }: ChangePage) {
    const values = [before ? `${before.revision}-${before.n}` : '', limit];
    const reply = await this.store.readScript(LATEST, this.keys.ofScripts(owner), values);
    if (!reply) return { changes: [], revision: 0 };
    const [current, changes] = reply as LatestReply;
    return { changes: changes.map(toChange), revision: Number(current ?? 0) };
  }

  async deleteBefore(cutoff: Date): Promise<void> {
    const prefix = this.store.key('');
    for await (const key of this.store.scan(this.store.key('p', ''), 'stream')) {
      const owner = parseAccountId(FEED_KEY.exec(key.slice(prefix.length))?.[1] ?? '');
      if (owner) await this.deleteOldest(owner, cutoff);
    }
  }

  /** Replicas need not confirm this: what a failover brings back is deleted the next time. */
  private async deleteOldest(owner: AccountId, cutoff: Date): Promise<void> {
    const values = [cutoff.getTime(), CHANGES_PER_ACCOUNT_MAX, DELETED_BATCH];
    let deleted: unknown;
    do deleted = await this.store.unconfirmedScript(DELETE_SOME, this.keys.ofScripts(owner), values);
    while (deleted === DELETED_BATCH);
  }
}
