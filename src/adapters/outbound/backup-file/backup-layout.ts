import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { DamagedBackup } from '../../../application/ports/backup-file.ts';
import { CHECKSUM, CHECKSUM_BYTES, HEADER_BYTES_MAX, header } from './backup-format.ts';

/** Where the parts of a backup lie in its file. */
export class BackupLayout {
  private constructor(
    readonly path: string,
    readonly version: number,
    readonly checksum: string,
    /** Of the packed records: the first byte, and the last one. */
    readonly start: number,
    readonly end: number,
  ) {}

  static async of(path: string): Promise<BackupLayout> {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const read = async (position: number, length: number): Promise<string> => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
        return buffer.toString('latin1', 0, bytesRead);
      };
      const [first = '', rest] = (await read(0, HEADER_BYTES_MAX)).split('\n', 2);
      const version = rest === undefined ? undefined : versionIn(first);
      if (version === undefined) throw new DamagedBackup('it does not begin as a backup does');
      const last = await read(Math.max(0, size - CHECKSUM_BYTES), CHECKSUM_BYTES);
      if (!CHECKSUM.test(last)) throw new DamagedBackup('it does not end as a backup does');
      return new BackupLayout(path, version, last.trimEnd(), first.length + 1, size - CHECKSUM_BYTES - 1);
    } finally {
      await file.close();
    }
  }

  async actualChecksum(): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(this.path, { end: this.end })) hash.update(chunk);
    return hash.digest('hex');
  }
}

function versionIn(line: string): number | undefined {
  try {
    return header.safeParse(JSON.parse(line)).data?.version;
  } catch {
    return undefined;
  }
}
