import type { NewDigest, RunningDigest } from '../ports/running-digest.ts';
import { printRecord, type RecordKind, recordKinds, type TransferRecord } from './transfer-record.ts';

/** Where the records of no account are counted. */
export const COMMON = '';

export type RecordCounts = Readonly<Record<RecordKind, number>>;

/** What went by: how many records of each kind, and a checksum of every account. About 200 bytes per account. */
export class TransferSum {
  readonly checksums = new Map<string, string>();
  readonly #counts = Object.fromEntries(recordKinds.map((kind) => [kind, 0])) as Record<RecordKind, number>;
  #section = COMMON;
  #digest: RunningDigest;

  constructor(private readonly newDigest: NewDigest) {
    this.#digest = newDigest();
  }

  add(record: TransferRecord): void {
    if (record.kind === 'account') this.#begin(record.id);
    this.#counts[record.kind] += 1;
    this.#digest.update(`${printRecord(record)}\n`);
  }

  /** Behind the last record. */
  end(): void {
    this.checksums.set(this.#section, this.#digest.end());
  }

  get counts(): RecordCounts {
    return this.#counts;
  }

  /** Of everything: equal storages have the same, whatever they are kept in. */
  total(): string {
    const total = this.newDigest();
    for (const section of [...this.checksums.keys()].sort()) {
      total.update(`${section} ${this.checksums.get(section)}\n`);
    }
    return total.end();
  }

  #begin(section: string): void {
    this.end();
    this.#section = section;
    this.#digest = this.newDigest();
  }
}
