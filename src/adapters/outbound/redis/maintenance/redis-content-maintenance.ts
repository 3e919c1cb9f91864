import type { StorageFault } from '../../../../application/ports/storage/storage-maintenance.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { scanHash } from '../connection/hash-reply.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { listOf, type PromptKeys, promptKeys } from '../prompts/prompt-keys.ts';
import { CONTENT_OF_PROMPT, COUNT_OWN_BYTES, REPAIR_CONTENT, SUM_BYTES } from './content-maintenance-scripts.ts';

type ContentReply = readonly [digests: readonly string[], ownBytes: number, countedOwnBytes: string];

/** Few enough not to block Redis for others. */
const PROMPTS_BATCH = 50;
const CONTENTS_BATCH = 500;
/** An account that changes all the time is checked again the next time. */
const ATTEMPTS_MAX = 5;

interface FoundContent {
  readonly bytes: number;
  /** Digest → the number of versions that have it. */
  readonly uses: ReadonlyMap<string, number>;
  /** Prompts whose own content is counted wrong, with its size. */
  readonly own: ReadonlyMap<string, number>;
}

/** Finds content that no version has, and wrong counts of it. Repairs both. */
export class RedisContentMaintenance {
  private readonly keys: PromptKeys;

  constructor(private readonly store: RedisStore) {
    this.keys = promptKeys(store);
  }

  /** Counts content that 0.1 stored, before anything else is stored. May be repeated. */
  async countOwnBytes(owner: AccountId): Promise<void> {
    const ids = await this.store.read((client) => client.hvals(this.keys.names(owner)));
    for (let index = 0; index < ids.length; index += PROMPTS_BATCH) {
      const some = ids.slice(index, index + PROMPTS_BATCH);
      await this.store.script(COUNT_OWN_BYTES, this.keys.ofScripts(owner), listOf(some));
    }
  }

  async repair(owner: AccountId): Promise<readonly StorageFault[]> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const revision = await this.readCount(this.keys.revision(owner));
      const found = await this.readPrompts(owner);
      const { unused, miscounted } = await this.compareUses(owner, found.uses);
      const isCounted =
        miscounted.length === 0 &&
        found.own.size === 0 &&
        (await this.readCount(this.keys.shared(owner, 'bytes'))) === found.bytes;
      if (unused.length === 0 && isCounted) return [];

      const values = [
        revision,
        found.bytes,
        ...listOf(unused),
        ...listOf(miscounted),
        ...listOf([...found.own].flat()),
      ];
      if ((await this.store.script(REPAIR_CONTENT, this.keys.ofScripts(owner), values)) !== 1) continue;
      return [
        ...faultIf(unused.length > 0, owner, 'leftover', `${unused.length} contents belonged to no version`),
        ...faultIf(!isCounted, owner, 'index', 'its use of the quotas was counted wrong'),
      ];
    }
    return [];
  }

  private async readPrompts(owner: AccountId): Promise<FoundContent> {
    const uses = new Map<string, number>();
    const own = new Map<string, number>();
    let bytes = 0;
    for (const id of await this.store.read((client) => client.hvals(this.keys.names(owner)))) {
      const reply = await this.store.readScript(CONTENT_OF_PROMPT, this.keys.ofScripts(owner), [id]);
      const [digests, ownBytes, counted] = reply as ContentReply;
      for (const digest of digests) uses.set(digest, (uses.get(digest) ?? 0) + 1);
      if (Number(counted) !== ownBytes) own.set(id, ownBytes);
      bytes += ownBytes;
    }
    const digests = [...uses.keys()];
    for (let index = 0; index < digests.length; index += CONTENTS_BATCH) {
      const some = digests.slice(index, index + CONTENTS_BATCH);
      bytes += Number(await this.store.readScript(SUM_BYTES, this.keys.ofScripts(owner), listOf(some)));
    }
    return { bytes, uses, own };
  }

  /** The digests that no version has, and the fields of `uses` that are wrong, each with its right value. */
  private async compareUses(owner: AccountId, expected: ReadonlyMap<string, number>) {
    const counted = await scanHash(this.store, this.keys.shared(owner, 'uses'));
    const stored = new Set(counted.keys());
    for (const part of ['contents', 'settings'] as const) {
      for (const digest of await this.store.read((client) => client.hkeys(this.keys.shared(owner, part)))) {
        stored.add(digest);
      }
    }
    return {
      unused: [...stored].filter((digest) => !expected.has(digest)),
      miscounted: [...expected].filter(([digest, count]) => Number(counted.get(digest)) !== count).flat(),
    };
  }

  private async readCount(key: string): Promise<number> {
    return Number((await this.store.read((client) => client.get(key))) ?? 0);
  }
}

const faultIf = (isFault: boolean, accountId: AccountId, kind: string, what: string): readonly StorageFault[] =>
  isFault ? [{ kind, what, accountId, repaired: true }] : [];
