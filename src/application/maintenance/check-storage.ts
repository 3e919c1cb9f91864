import type { AccountId } from '../../domain/accounts/account.ts';
import type { KeyDigest, SealedKey } from '../../domain/accounts/api-key.ts';
import { InvariantViolation } from '../../domain/invariant.ts';
import type { PromptId } from '../../domain/prompts/naming/prompt-name.ts';
import type { ContentHashing } from '../ports/content-hashing.ts';
import { BrokenSeal, type KeySealing } from '../ports/hashing.ts';
import { DAMAGE, type FaultyPrompt, type StorageFault, type StorageMaintenance } from '../ports/storage-maintenance.ts';
import type { StorageReader } from '../ports/storage-transfer.ts';
import type { RecordOf, TransferRecord } from '../transfer/transfer-record.ts';
import { CheckedPrompt } from './check-prompt.ts';

/** Looks through everything, mends what follows from the rest, and tells what it found. */
export class CheckStorage {
  constructor(
    private readonly reader: StorageReader,
    private readonly upkeep: StorageMaintenance,
    private readonly hashing: ContentHashing,
    /** Undefined where there is no keyring at hand: then nobody can tell whether keys open. */
    private readonly sealing: KeySealing | undefined,
  ) {}

  async *execute(): AsyncIterable<StorageFault> {
    let isDamaged = false;
    for await (const fault of this.upkeep.inspect()) {
      yield fault;
      isDamaged ||= fault.kind === DAMAGE;
    }
    if (isDamaged) return;
    try {
      yield* this.checkRecords();
    } catch (error) {
      if (!(error instanceof InvariantViolation)) throw error;
      yield { kind: 'unreadable', what: `it cannot be read to its end: ${error.message}`, mended: false };
    }
  }

  private async *checkRecords(): AsyncIterable<StorageFault> {
    let hasFirst = false;
    let accountId = '' as AccountId;
    let prompt: CheckedPrompt | undefined;
    for await (const record of this.reader.records()) {
      if (record.kind === 'first') hasFirst = true;
      if (prompt && !belongs(record, prompt)) {
        yield* this.finish(accountId, prompt);
        prompt = undefined;
      }
      if (record.kind === 'account') {
        accountId = record.id as AccountId;
        yield* this.checkKey(record);
        if (!hasFirst) yield* this.mendFirst(accountId);
        hasFirst = true;
      }
      if (record.kind === 'prompt') prompt = new CheckedPrompt(record, this.hashing);
      else prompt?.add(record);
    }
    if (prompt) yield* this.finish(accountId, prompt);
  }

  private async *mendFirst(accountId: AccountId): AsyncIterable<StorageFault> {
    await this.upkeep.rememberFirst(accountId);
    yield { kind: 'first-account', what: 'nothing remembered that there has been an account', mended: true };
  }

  private async *checkKey(record: RecordOf<'account'>): AsyncIterable<StorageFault> {
    const accountId = record.id as AccountId;
    const key = {
      digest: record.key_digest as KeyDigest,
      sealed: record.key_sealed as SealedKey,
      issuedAt: new Date(record.key_issued_at),
    };
    try {
      await this.sealing?.open(key, accountId);
    } catch (error) {
      if (!(error instanceof BrokenSeal)) throw error;
      yield { kind: 'key', what: 'its key does not open with the keyring; rotate it', accountId, mended: false };
    }
  }

  private async *finish(accountId: AccountId, prompt: CheckedPrompt): AsyncIterable<StorageFault> {
    const promptId = prompt.record.id as PromptId;
    const faulty: FaultyPrompt = { accountId, promptId, revision: prompt.record.revision };
    const where = { accountId, promptId };
    for (const what of prompt.problems()) yield { kind: 'version', what, ...where, mended: false };

    const labels = prompt.labelsByHistory();
    if (labels.differ) {
      const mended = labels.areVersions;
      if (mended) await this.upkeep.setLabels(faulty, labels.expected);
      yield { kind: 'label', what: 'its labels do not point where their histories end', ...where, mended };
    }
    const includes = prompt.includesByContent();
    if (!includes.differ) return;
    await this.upkeep.setIncludes(faulty, includes.expected);
    yield { kind: 'include', what: 'what it includes was not what its versions say', ...where, mended: true };
  }
}

const belongs = (record: TransferRecord, { record: { id } }: CheckedPrompt): boolean =>
  'prompt_id' in record && record.kind !== 'read' && record.prompt_id === id;
