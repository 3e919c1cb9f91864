import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DamagedBackup } from '../../../application/ports/storage/backup-file.ts';
import { LINE_BYTES_MAX } from './backup-format.ts';

/** Bytes of a file that are lines, or that unpack to lines. */
export interface LineSource {
  readonly path: string;
  readonly isPacked: boolean;
  /** The first byte and the last. */
  readonly start: number;
  readonly end: number;
}

const NEWLINE = 0x0a;

/** Every line without its newline. Takes no more memory than the longest line allowed, whatever the file unpacks to. */
export async function* readLines(source: LineSource): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of readChunks(source)) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, to)]);
      pieces = [];
      bytes = 0;
      from = to + 1;
    }
    pieces.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > LINE_BYTES_MAX) throw new DamagedBackup('a record is too long');
  }
  if (bytes > 0) throw new DamagedBackup('the last line is cut off');
}

async function* readChunks({ path, isPacked, start, end }: LineSource): AsyncIterable<Buffer> {
  const file = createReadStream(path, { start, end: Math.max(start, end) });
  if (!isPacked) {
    yield* file;
    return;
  }
  const unpacked = createGunzip();
  // An error of the pipeline also ends the loop below.
  pipeline(file, unpacked).catch(() => {});
  try {
    yield* unpacked;
  } catch (error) {
    throw isPackingError(error) ? new DamagedBackup(`it cannot be unpacked (${error.message})`) : error;
  }
}

const isPackingError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
