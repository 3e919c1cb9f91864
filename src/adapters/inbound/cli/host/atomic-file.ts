import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error;

/** The system's own short message, such as `EACCES: permission denied`. */
export const shortMessage = ({ message }: Error): string => message.replace(/, .*$/s, '');

/** Handles the rejection of a file that is not there. */
export function toUndefinedIfAbsent(error: unknown): undefined {
  if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
  return undefined;
}

/** Atomic: a concurrent reader sees the old content or the new one. */
export async function replaceAtomically(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, content, { flag: 'wx', ...(mode !== undefined && { mode }) });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
