import { open } from 'node:fs/promises';

/** The first and the last bytes of a file, enough for a header and a trailer. */
export interface FileEnds {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly size: number;
}

const HEADER_BYTES_MAX = 1024;
const TRAILER_BYTES_MAX = 4096;

export async function readEnds(path: string): Promise<FileEnds> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const readAt = async (position: number, bytes: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, position);
      return buffer.subarray(0, bytesRead);
    };
    return {
      head: await readAt(0, HEADER_BYTES_MAX),
      tail: await readAt(Math.max(0, size - TRAILER_BYTES_MAX), TRAILER_BYTES_MAX),
      size,
    };
  } finally {
    await file.close();
  }
}
