import { DamagedBackup } from '../../../application/ports/storage/backup-file.ts';
import {
  type RecordCounts,
  type RecordKind,
  recordKinds,
  type TransferRecord,
} from '../../../application/ports/storage/storage-transfer.ts';
import { type TransferRow, toTransferRow } from '../rows/transfer-row.ts';
import { counts as countsSchema } from './backup-format.ts';
import type { BackupLayout } from './backup-layout.ts';
import { RecordCheck } from './check-records.ts';
import { readLines } from './read-lines.ts';

/** Every record, checked as strictly as when it is read from a storage. Throws at the end if the counts do not match. */
export async function* readRecords(layout: BackupLayout): AsyncGenerator<TransferRow> {
  const check = new RecordCheck();
  let { counts } = layout;
  let lines = 0;
  try {
    for await (const bytes of readLines(layout.lines)) {
      const line = bytes.toString();
      lines += 1;
      if (lines === 1 && line.startsWith('{"format":')) continue;
      if (line.startsWith('{"counts":')) {
        counts ??= countsSchema.parse(JSON.parse(line).counts);
        continue;
      }
      const row = parseRecord(line);
      check.add(row);
      yield row;
    }
    if (!counts) throw new DamagedBackup('it ends without the counts of its records');
    check.end(counts);
  } catch (error) {
    if (error instanceof DamagedBackup || !(error instanceof Error)) throw error;
    throw new DamagedBackup(`near record ${lines}: ${error.message}`);
  }
}

export async function countRecords(records: AsyncIterable<TransferRecord>): Promise<RecordCounts> {
  const counts = Object.fromEntries(recordKinds.map((kind) => [kind, 0])) as Record<RecordKind, number>;
  for await (const { kind } of records) counts[kind] += 1;
  return counts;
}

function parseRecord(line: string): TransferRow {
  const row: unknown = JSON.parse(line);
  if (typeof row !== 'object' || row === null || !('kind' in row)) throw new DamagedBackup('a record has no kind');
  const kind = recordKinds.find((candidate) => candidate === row.kind);
  if (!kind) throw new DamagedBackup('a record is of an unknown kind');
  return toTransferRow(kind, { ...row });
}
