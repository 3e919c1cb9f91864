import type { Terminal } from '../../terminal/terminal.ts';
import type { PromptApi } from '../api/prompt-api.ts';
import { LOCK_FILE, type PromptFilesFolder } from '../files/prompt-files-folder.ts';

/** Dependencies of a command about prompts as files. */
export interface PromptTools {
  readonly terminal: Terminal;
  readonly api: PromptApi;
  readonly folder: PromptFilesFolder;
}

export interface PushOptions {
  readonly dryRun: boolean;
  readonly labels: readonly string[];
  readonly message: string | undefined;
  /** Publishes over versions that the files do not come from, and moves labels even if that breaks callers. */
  readonly force: boolean;
  readonly json: boolean;
}

/** Fields that `--json` prints about a command that did not succeed, besides its results. */
export interface FailureFields {
  readonly error: string;
  readonly code: string;
}

export const FOREIGN_LOCK = `${LOCK_FILE} was written for another account and is not used.`;

/** The lock cannot be saved. Publishing more would leave it further behind. */
export class LockNotWritten extends Error {
  override readonly name = 'LockNotWritten';
  readonly exitCode = 1;

  toReport(): FailureFields {
    return { error: this.message, code: 'lock_not_written' };
  }
}

/** Undefined when there was neither a conflict nor a failure. */
export function failureOf(results: readonly { readonly outcome: string }[]): FailureFields | undefined {
  const count = (outcome: string): number => results.filter((result) => result.outcome === outcome).length;
  const [conflicts, failures] = [count('conflict'), count('failed')];
  if (conflicts + failures === 0) return undefined;
  const parts = [plural(conflicts, 'conflict'), plural(failures, 'failure')].filter((part) => part !== '');
  return {
    error: `${parts.join(' and ')} in ${plural(results.length, 'prompt')}.`,
    code: conflicts > 0 ? 'conflict' : 'failed',
  };
}

/** Prints a count with its noun; empty for 0. */
const plural = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `2 created, 1 unchanged`, in the given order. */
export function tally<Word extends string>(outcomes: readonly Word[], happened: readonly Word[]): string {
  const counts = outcomes.map((word) => ({ word, count: happened.filter((other) => other === word).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`)
    .join(', ');
}
