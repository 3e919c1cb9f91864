import { createHash } from 'node:crypto';
import { DamagedBackup } from '../../../application/ports/storage/backup-file.ts';
import { readFormatVersion, readTrailer } from './backup-format.ts';
import type { BackupLayout } from './backup-layout.ts';
import { openOlderFormat } from './older-formats.ts';
import { readEnds } from './read-ends.ts';
import { type LineSource, readLines } from './read-lines.ts';

const BRACE = '{'.charCodeAt(0);
const GZIP = 0x1f;

/**
 * Finds the parts of a backup, of this format or of an older one, packed or not. Rejects with DamagedBackup unless its
 * checksum matches: none of its records have been parsed by then.
 */
export async function openBackup(path: string): Promise<BackupLayout> {
  const ends = await readEnds(path);
  const first = ends.head[0];
  if (first !== BRACE && first !== GZIP) throw new DamagedBackup('it does not begin like a backup');
  const older = await openOlderFormat(path, ends);
  return older ?? openLines({ path, isPacked: first === GZIP, start: 0, end: Number.POSITIVE_INFINITY });
}

async function openLines(lines: LineSource): Promise<BackupLayout> {
  const hash = createHash('sha256');
  let version: number | undefined;
  let last: Buffer = Buffer.alloc(0);
  for await (const line of readLines(lines)) {
    if (version === undefined) version = readLineVersion(line.toString());
    else hash.update(last).update('\n');
    last = line;
  }
  if (version === undefined) throw new DamagedBackup('it does not begin like a backup');
  const trailer = readTrailer(last.toString());
  if (hash.digest('hex') !== trailer.checksum) throw new DamagedBackup('its checksum does not match');
  return { ...trailer, version, lines };
}

/** Checksums of older versions cover the compressed bytes, which are lost once another program has unpacked them. */
function readLineVersion(header: string): number {
  const version = readFormatVersion(header);
  if (version >= 5) return version;
  throw new DamagedBackup(
    `it has format version ${version}, whose checksum is only right as long as the file is packed as it was written`,
  );
}
