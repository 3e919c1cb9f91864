import { open } from 'node:fs/promises';

/** Without this, a power cut could lose new names in the folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether the operating system reported this error, such as ENOENT. */
export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
