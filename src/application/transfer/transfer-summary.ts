import type { NewDigest, RunningDigest } from '../ports/hashing.ts';
import {
  type RecordCounts,
  type RecordKind,
  recordKinds,
  type TransferRecord,
} from '../ports/storage/storage-transfer.ts';

/** The section of the records that belong to no account. Every other section is named by its account's id. */
export const COMMON = '';

/** One line, the same for equal records whatever backend they come from. */
export const serializeRecord = (record: TransferRecord): string => JSON.stringify(record);

/** Counts the records of a stream by kind and computes a checksum per account. Takes about 200 bytes per account. */
export class TransferSummary {
  readonly checksums = new Map<string, string>();
  readonly #counts = Object.fromEntries(recordKinds.map((kind) => [kind, 0])) as Record<RecordKind, number>;
  #section = COMMON;
  #digest: RunningDigest;

  constructor(private readonly newDigest: NewDigest) {
    this.#digest = newDigest();
  }

  /** Takes the record with its serialized line, which callers need for other purposes too. */
  add(record: TransferRecord, line: string): void {
    if (record.kind === 'account') this.#begin(record.id);
    this.#counts[record.kind] += 1;
    this.#digest.update(`${line}\n`);
  }

  /** Ends the last section. To be called after the last record. */
  end(): void {
    this.checksums.set(this.#section, this.#digest.end());
  }

  get counts(): RecordCounts {
    return this.#counts;
  }

  /** The checksum of everything: the same for equal contents, whatever backend stores them. */
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
