import { mkdir, readFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSystemError, replaceAtomically, shortMessage, toUndefinedIfAbsent } from '../host/atomic-file.ts';
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
  trying(file, 'read', () => readFile(file, 'utf8').catch(toUndefinedIfAbsent));

/**
 * Atomic: a concurrent reader sees the old text or the new one. Creates the folder. If the name is a link, the file that
 * it leads to is replaced. May throw FileUnusable.
 */
export const replaceFile = (file: string, text: string, mode: number): Promise<void> =>
  trying(file, 'written', async () => {
    await mkdir(dirname(file), { recursive: true });
    const target = (await realpath(file).catch(toUndefinedIfAbsent)) ?? file;
    await replaceAtomically(target, text, mode);
  });

async function trying<Result>(file: string, verb: 'read' | 'written', work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new FileUnusable(`${file} cannot be ${verb}: ${shortMessage(error)}`);
  }
}
