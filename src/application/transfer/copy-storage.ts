import type { AccountId } from '../../domain/accounts/account.ts';
import type { NewDigest } from '../ports/hashing.ts';
import type {
  RecordCounts,
  StorageReader,
  StorageWriter,
  TransferPosition,
  TransferRecord,
  TransferSize,
} from '../ports/storage/storage-transfer.ts';
import { COMMON, serializeRecord, TransferSummary } from './transfer-summary.ts';

export interface TransferProgress extends TransferSize {
  readonly phase: 'copying' | 'verifying';
  readonly accountsDone: number;
  readonly promptsDone: number;
}

export interface CopySettings {
  readonly retentionDays: number;
  readonly onProgress: (progress: TransferProgress) => void;
}

export type CopyOutcome =
  | { readonly kind: 'copied'; readonly counts: RecordCounts; readonly checksum: string; readonly resumed: boolean }
  | { readonly kind: 'not-empty' }
  | { readonly kind: 'other-source'; readonly source: string }
  /** The target differs from the source in these accounts, as reading it back has shown. */
  | { readonly kind: 'differs'; readonly accounts: readonly string[] };

/** A batch is one write, small enough not to delay others. */
const BATCH_RECORDS_MAX = 500;
const BATCH_CHARACTERS_MAX = 256 * 1024;

/**
 * Copies everything from one storage into another, empty one, then reads the copy back and compares.
 *
 * An interrupted copy resumes when it is run again: the source is read from the beginning, for its checksums, and
 * written from the position in the marker. If the source changed in between, the checksums of some accounts differ;
 * those accounts are removed and written again.
 */
export class CopyStorage {
  constructor(
    private readonly source: StorageReader,
    private readonly target: StorageReader,
    private readonly writer: StorageWriter,
    private readonly newDigest: NewDigest,
    private readonly settings: CopySettings,
  ) {}

  async execute(sourceName: string): Promise<CopyOutcome> {
    const begin = await this.writer.begin(sourceName);
    if (begin.kind !== 'begun') return begin;

    const { position } = begin;
    const size = await this.source.size();
    let summary = await this.copy(size, (section, index) => isAfter(position, section, index));
    let differing = await this.findDifferences(size, summary);
    if (differing.size > 0) {
      for (const id of differing) if (id !== COMMON) await this.writer.removeAccount(id as AccountId);
      summary = await this.copy(size, (section) => differing.has(section));
      differing = await this.findDifferences(size, summary);
    }
    if (differing.size > 0) return { kind: 'differs', accounts: [...differing] };

    await this.writer.finish();
    return { kind: 'copied', counts: summary.counts, checksum: summary.total(), resumed: position !== undefined };
  }

  /** Reads the whole source for its summary, and writes the records that are wanted. */
  private async copy(
    size: TransferSize,
    isWanted: (section: string, index: number) => boolean,
  ): Promise<TransferSummary> {
    const summary = new TransferSummary(this.newDigest);
    const batch = new PendingBatch(this.writer, this.settings.retentionDays);
    let section = COMMON;
    let index = 0;
    for await (const record of this.source.records()) {
      const line = serializeRecord(record);
      summary.add(record, line);
      if (record.kind === 'account') {
        await batch.flush();
        section = record.id;
        index = 0;
      }
      index += 1;
      if (isWanted(section, index)) await batch.add(record, line.length, section, index);
      if (record.kind === 'account' || record.kind === 'prompt') this.report('copying', size, summary);
    }
    await batch.flush();
    summary.end();
    return summary;
  }

  /** Reads the target back. An account that only the target has differs too. */
  private async findDifferences(size: TransferSize, expected: TransferSummary): Promise<ReadonlySet<string>> {
    const found = new TransferSummary(this.newDigest);
    for await (const record of this.target.records()) {
      found.add(record, serializeRecord(record));
      if (record.kind === 'account' || record.kind === 'prompt') this.report('verifying', size, found);
    }
    found.end();
    const sections = new Set([...expected.checksums.keys(), ...found.checksums.keys()]);
    return new Set([...sections].filter((id) => expected.checksums.get(id) !== found.checksums.get(id)));
  }

  private report(phase: TransferProgress['phase'], size: TransferSize, { counts }: TransferSummary): void {
    this.settings.onProgress({ ...size, phase, accountsDone: counts.account, promptsDone: counts.prompt });
  }
}

/** The records of no account come first, and are few enough to be always written again. */
function isAfter(position: TransferPosition | undefined, section: string, index: number): boolean {
  if (!position || section === COMMON) return true;
  return section > position.accountId || (section === position.accountId && index > position.records);
}

/** Collects records of one section until they are worth a write. */
class PendingBatch {
  private records: TransferRecord[] = [];
  private characters = 0;
  private section = COMMON;
  private until = 0;

  constructor(
    private readonly writer: StorageWriter,
    private readonly retentionDays: number,
  ) {}

  async add(record: TransferRecord, characters: number, section: string, until: number): Promise<void> {
    this.records.push(record);
    this.characters += characters;
    this.section = section;
    this.until = until;
    if (this.records.length >= BATCH_RECORDS_MAX || this.characters >= BATCH_CHARACTERS_MAX) await this.flush();
  }

  async flush(): Promise<void> {
    const { records, section, until, retentionDays } = this;
    if (records.length === 0) return;
    this.records = [];
    this.characters = 0;
    const accountId = section === COMMON ? undefined : (section as AccountId);
    await this.writer.write({ accountId, records, until, retentionDays });
  }
}
