import { randomUUID } from 'node:crypto';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EXIT } from '../host/exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A file could not be read or written. Its message names the file and the system's reason. */
class FileUnusable extends Error {
  override readonly name = 'FileUnusable';
}

/** Runs a part of a command that reads or writes files, and reports those that it cannot use. Returns the exit code. */
export async function reportUnusableFile(terminal: Terminal, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FileUnusable)) throw error;
    terminal.report(error.message);
    return EXIT.failed;
  }
}

/** Undefined when there is no such file. May throw FileUnusable. */
export const readIfPresent = (file: string): Promise<string | undefined> =>
  trying(file, 'read', () => readFile(file, 'utf8').catch(ignoreAbsence));

/**
 * Atomic: a concurrent reader sees the old text or the new one. Creates the folder. If the name is a link, the file that
 * it leads to is replaced. May throw FileUnusable.
 */
export const replaceFile = (file: string, text: string, mode: number): Promise<void> =>
  trying(file, 'written', async () => {
    await mkdir(dirname(file), { recursive: true });
    const target = (await realpath(file).catch(ignoreAbsence)) ?? file;
    const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
    try {
      await writeFile(temporary, text, { flag: 'wx', mode });
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  });

async function trying<Result>(file: string, verb: 'read' | 'written', work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // The system's own short message, such as `EACCES: permission denied`.
    throw new FileUnusable(`${file} cannot be ${verb}: ${error.message.replace(/, .*$/s, '')}`);
  }
}

function ignoreAbsence(error: unknown): undefined {
  if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
  return undefined;
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error;
