import type { AccountId } from '../../domain/accounts/account.ts';
import type { NewDigest } from '../ports/running-digest.ts';
import type { StorageReader, StorageWriter, TransferPosition, TransferSize } from '../ports/storage-transfer.ts';
import { isCommon, type TransferRecord } from './transfer-record.ts';
import { COMMON, type RecordCounts, TransferSum } from './transfer-sum.ts';

export interface TransferProgress extends TransferSize {
  readonly phase: 'copying' | 'verifying';
  /** How much of it is done. */
  readonly accountsDone: number;
  readonly promptsDone: number;
}

export interface CopySettings {
  readonly retentionDays: number;
  readonly watch: (progress: TransferProgress) => void;
}

export type CopyOutcome =
  | { readonly kind: 'copied'; readonly counts: RecordCounts; readonly checksum: string; readonly resumed: boolean }
  | { readonly kind: 'not-empty' }
  | { readonly kind: 'other-source'; readonly source: string }
  /** Read back, it is not what was written. These are the accounts that differ. */
  | { readonly kind: 'differs'; readonly accounts: readonly string[] };

/** Few and small enough for one write that nobody has to wait for. */
const BATCH_RECORDS = 500;
const BATCH_CHARACTERS = 256 * 1024;

/**
 * Everything from one storage into another, empty one, and then once more read back and compared.
 *
 * Stopped anywhere, it goes on when it is run again: the source is read from its beginning, for its checksums, and
 * written from where the marker says. Should the source have changed in between, the checksums of some accounts differ;
 * these are taken away and written anew.
 */
export class CopyStorage {
  constructor(
    private readonly source: StorageReader,
    private readonly target: StorageReader,
    private readonly writer: StorageWriter,
    private readonly newDigest: NewDigest,
    private readonly settings: CopySettings,
  ) {}

  async execute(name: string): Promise<CopyOutcome> {
    const begin = await this.writer.begin(name);
    if (begin.kind !== 'begun') return begin;

    const { position } = begin;
    const size = await this.source.size();
    let sum = await this.pass(size, (section, index) => isBehind(position, section, index));
    let differing = await this.differing(size, sum);
    if (differing.size > 0) {
      for (const id of differing) if (id !== COMMON) await this.writer.forget(id as AccountId);
      sum = await this.pass(size, (section) => differing.has(section));
      differing = await this.differing(size, sum);
    }
    if (differing.size > 0) return { kind: 'differs', accounts: [...differing] };

    await this.writer.finish();
    return { kind: 'copied', counts: sum.counts, checksum: sum.total(), resumed: position !== undefined };
  }

  /** Sums up all of the source, and writes what is still to be written. */
  private async pass(size: TransferSize, isWanted: (section: string, index: number) => boolean): Promise<TransferSum> {
    const sum = new TransferSum(this.newDigest);
    const batch = new PendingBatch(this.writer, this.settings.retentionDays);
    let section = COMMON;
    let index = 0;
    for await (const record of this.source.records()) {
      sum.add(record);
      if (record.kind === 'account') {
        await batch.flush();
        section = record.id;
        index = 0;
      }
      index += 1;
      if (isWanted(section, index)) await batch.add(record, section, index);
      if (record.kind === 'account' || record.kind === 'prompt') this.tell('copying', size, sum);
    }
    await batch.flush();
    sum.end();
    return sum;
  }

  /** Reads the target back. What it holds and the source does not differs too. */
  private async differing(size: TransferSize, expected: TransferSum): Promise<ReadonlySet<string>> {
    const found = new TransferSum(this.newDigest);
    for await (const record of this.target.records()) {
      found.add(record);
      if (record.kind === 'account' || record.kind === 'prompt') this.tell('verifying', size, found);
    }
    found.end();
    const sections = new Set([...expected.checksums.keys(), ...found.checksums.keys()]);
    return new Set([...sections].filter((id) => expected.checksums.get(id) !== found.checksums.get(id)));
  }

  private tell(phase: TransferProgress['phase'], size: TransferSize, { counts }: TransferSum): void {
    this.settings.watch({ ...size, phase, accountsDone: counts.account, promptsDone: counts.prompt });
  }
}

/** The records of no account come first, and are few enough to be written again. */
function isBehind(position: TransferPosition | undefined, section: string, index: number): boolean {
  if (!position || section === COMMON) return true;
  return section > position.accountId || (section === position.accountId && index > position.records);
}

/** Only what can be long counts. */
const lengthOf = (record: TransferRecord): number =>
  record.kind === 'version' ? record.body.length + record.variables.length + record.config.length : 0;

/** Records of one account that wait to be written together. */
class PendingBatch {
  private records: TransferRecord[] = [];
  private characters = 0;
  private section = COMMON;
  private until = 0;

  constructor(
    private readonly writer: StorageWriter,
    private readonly retentionDays: number,
  ) {}

  async add(record: TransferRecord, section: string, until: number): Promise<void> {
    this.records.push(record);
    this.characters += lengthOf(record);
    this.section = section;
    this.until = until;
    if (this.records.length >= BATCH_RECORDS || this.characters >= BATCH_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    const { records, section, until, retentionDays } = this;
    if (records.length === 0) return;
    this.records = [];
    this.characters = 0;
    const accountId = records.every(isCommon) ? undefined : (section as AccountId);
    await this.writer.write({ accountId, records, until, retentionDays });
  }
}
