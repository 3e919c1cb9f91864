import type { FailedFile, RunReport } from '../../support/run-report.ts';

/** More failed files than this are a broken change, not chance. */
const RETRIED_FILES_MAX = 10;

export interface TierRun {
  readonly exitCode: number;
  /** Undefined when the run ended without one: lint, types or build failed, or the run crashed. */
  readonly report: RunReport | undefined;
}

export interface TierCommands {
  runTier(): Promise<TierRun>;
  /** Runs one file alone and resolves to the exit code. */
  runFile(file: FailedFile): Promise<number>;
  log(line: string): void;
}

/** Whether the tier passed. A failed file runs once more, alone; if it passes then, it is reported as flaky. */
export async function runTier({ runTier, runFile, log }: TierCommands): Promise<boolean> {
  const { exitCode, report } = await runTier();
  const problem = findUnretryable(exitCode, report);
  if (problem !== undefined) log(`FAILED ${problem}`);
  if (problem !== undefined || !report) return false;

  let hasPassed = true;
  for (const file of report.failedFiles) {
    const isFlaky = (await runFile(file)) === 0;
    log(`${isFlaky ? 'FLAKY' : 'FAILED'} ${file.path} (${file.project})\n${file.firstFailure}`);
    hasPassed &&= isFlaky;
  }
  return hasPassed;
}

/** Why running failed files again cannot make the tier pass; undefined when it can, or when nothing failed. */
function findUnretryable(exitCode: number, report: RunReport | undefined): string | undefined {
  if (!report) return `the run ended with exit code ${exitCode} and without a report`;
  const { failedFiles, unhandledErrors } = report;
  if (unhandledErrors.length > 0) return `with errors outside of tests:\n${unhandledErrors.join('\n')}`;
  if (exitCode !== 0 && failedFiles.length === 0) return `the run ended with exit code ${exitCode}, and no file failed`;
  if (failedFiles.length > RETRIED_FILES_MAX) return `${failedFiles.length} files, too many to run again`;
  return undefined;
}
