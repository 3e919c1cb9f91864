import {
  type FaultyPrompt,
  REPAIR_MESSAGE,
  type StorageFault,
  type StorageMaintenance,
} from '../../../../application/ports/storage/storage-maintenance.ts';
import { type AccountId, parseAccountId } from '../../../../domain/accounts/account.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import type { PromptId } from '../../../../domain/naming/prompt-name.ts';
import { newWriteId } from '../../rows/write-id.ts';
import { type AccountKeys, accountKeys } from '../account-keys.ts';
import { fieldsIn } from '../connection/hash-reply.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { scanPages } from '../connection/scan-pages.ts';
import { manyValues } from '../prompts/prompt-arguments.ts';
import { listOf, type PromptKeys, promptKeys } from '../prompts/prompt-keys.ts';
import { REPAIR_PROMPT, SET_INCLUDES, SET_LABELS, SWEEP, SWEEP_LEFTOVER } from './maintenance-scripts.ts';
import { AccountMaintenance } from './redis-account-maintenance.ts';
import { RedisContentMaintenance } from './redis-content-maintenance.ts';

const SCAN_ENTRIES = 500;

/** `p:{u_…}:p_…`, and nothing after it. */
const PROMPT_KEY = /^p:\{([^}]+)\}:(p_[^:]+)$/;
/** Keys that belong to an account, except the account itself and keys that expire by themselves. */
const OF_ACCOUNT = /^(?:p|u|w|rot|sess|seen):\{([^}]+)\}/;

export class RedisStorageMaintenance implements StorageMaintenance {
  private readonly keys: AccountKeys;
  private readonly prompts: PromptKeys;
  private readonly accounts: AccountMaintenance;
  private readonly contents: RedisContentMaintenance;

  constructor(private readonly store: RedisStore) {
    this.keys = accountKeys(store);
    this.prompts = promptKeys(store);
    this.accounts = new AccountMaintenance(store);
    this.contents = new RedisContentMaintenance(store);
  }

  /** Accounts first: only then is it known which keys belong to none. */
  async *inspect(): AsyncIterable<StorageFault> {
    const existing = new Set<AccountId>();
    for await (const id of this.accounts.ids()) {
      const faults = await this.accounts.repair(id);
      if (!faults.some(({ kind }) => kind === 'leftover')) existing.add(id);
      yield* faults;
    }
    yield* this.accounts.sweepPointers();
    yield* this.sweepLeftovers(existing);
    for (const id of existing) {
      yield* this.sweepIndexes(id);
      yield* await this.contents.repair(id);
    }
  }

  async setLabels(
    { accountId, promptId, revision }: FaultyPrompt,
    labels: ReadonlyMap<Label, number | null>,
    at: Date,
  ): Promise<void> {
    const moves = manyValues([...labels], ([label, version]) => [label, version ?? '-']);
    const values = [newWriteId(), promptId, revision, at.getTime(), REPAIR_MESSAGE, ...moves];
    await this.store.script(SET_LABELS, this.prompts.ofScripts(accountId), values);
  }

  async setIncludes({ accountId, promptId }: FaultyPrompt, targets: readonly string[]) {
    const includes = targets.map((target) => {
      const [name = '', selector = ''] = target.split('@');
      return `${name} ${selector}`;
    });
    await this.store.script(SET_INCLUDES, this.prompts.ofScripts(accountId), [promptId, ...listOf(includes)]);
  }

  async recordFirstAccount(accountId: AccountId) {
    await this.store.write((pipeline) => pipeline.set(this.keys.first, accountId, 'NX'));
  }

  /** Scans all keys once: deletes those that belong to no account, and repairs every prompt. */
  private async *sweepLeftovers(existing: ReadonlySet<AccountId>): AsyncIterable<StorageFault> {
    const prefix = this.store.key('');
    const swept = new Map<AccountId, number>();
    for await (const key of this.store.scan(prefix)) {
      const name = key.slice(prefix.length);
      const owner = parseAccountId(OF_ACCOUNT.exec(name)?.[1] ?? '');
      if (!owner) continue;
      if (!existing.has(owner)) {
        const deleted = Number(await this.store.script(SWEEP_LEFTOVER, [this.keys.account(owner), key], []));
        swept.set(owner, (swept.get(owner) ?? 0) + deleted);
      }
      const [, , promptId] = PROMPT_KEY.exec(name) ?? [];
      if (promptId !== undefined && existing.has(owner)) yield* this.repairPrompt(owner, promptId as PromptId);
    }
    for (const [accountId, keys] of swept) {
      const what = `${keys} keys of an account that is gone were left behind`;
      if (keys > 0) yield { kind: 'leftover', what, accountId, repaired: true };
    }
  }

  private async *repairPrompt(accountId: AccountId, promptId: PromptId): AsyncIterable<StorageFault> {
    const faults = (await this.store.script(REPAIR_PROMPT, this.prompts.ofScripts(accountId), [promptId])) as string[];
    const where = { accountId, promptId };
    const indexes = faults.filter((fault) => fault !== 'clash' && fault !== 'versions');
    if (indexes.length > 0) {
      yield {
        kind: 'index',
        what: `it was missing from ${[...new Set(indexes)].join(', ')}`,
        ...where,
        repaired: true,
      };
    }
    if (faults.includes('clash')) {
      yield { kind: 'name', what: 'another prompt of the account has its name', ...where, repaired: false };
    }
    if (faults.includes('versions')) {
      yield { kind: 'version', what: 'parts of its versions are missing', ...where, repaired: false };
    }
  }

  private async *sweepIndexes(accountId: AccountId): AsyncIterable<StorageFault> {
    const { names, byName, byTime, includers } = this.prompts;
    const indexes = [
      ['names', names(accountId)],
      ['by-name', byName(accountId)],
      ['by-time', byTime(accountId)],
      ['includers', includers(accountId)],
    ] as const;
    for (const [index, key] of indexes) {
      const swept = await this.sweepIndex(accountId, index, key);
      const what = `${swept} entries of ${index} pointed to no prompt`;
      if (swept > 0) yield { kind: 'index', what, accountId, repaired: true };
    }
  }

  private async sweepIndex(accountId: AccountId, index: keyof typeof SWEEP, key: string): Promise<number> {
    let swept = 0;
    const command = index === 'names' ? 'hscan' : 'zscan';
    const pages = scanPages((cursor) =>
      this.store.read((client) => client[command](key, cursor, 'COUNT', SCAN_ENTRIES)),
    );
    for await (const page of pages) {
      // Each member is followed by its id or its score.
      const members = fieldsIn(page).map(([member]) => member);
      swept += Number(await this.store.script(SWEEP[index], this.prompts.ofScripts(accountId), listOf(members)));
    }
    return swept;
  }
}
