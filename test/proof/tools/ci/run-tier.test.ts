import { describe, expect, it } from 'vitest';
import type { FailedFile } from '../../../support/run-report.ts';
import { runTier, type TierRun } from '../../../tools/ci/run-tier.ts';

const aFailedFile = (path = 'test/a.test.ts'): FailedFile => ({
  project: 'servers',
  path,
  firstFailure: 'expected 1 to be 2',
});

const aReport = (failedFiles: readonly FailedFile[], unhandledErrors: readonly string[] = []) => ({
  failedFiles: [...failedFiles],
  unhandledErrors: [...unhandledErrors],
});

/** Runs a tier whose files, run again, end with these exit codes. */
async function outcomeOf(first: TierRun, exitCodes: Readonly<Record<string, number>> = {}) {
  const lines: string[] = [];
  const retried: string[] = [];
  const hasPassed = await runTier({
    runTier: async () => first,
    runFile: async ({ path }) => {
      retried.push(path);
      return exitCodes[path] ?? 1;
    },
    log: (line) => void lines.push(line),
  });
  return { hasPassed, retried, printed: lines.join('\n') };
}

describe('runTier', () => {
  it('passes a run in which nothing failed, and runs nothing again', async () => {
    const outcome = await outcomeOf({ exitCode: 0, report: aReport([]) });

    expect(outcome).toEqual({ hasPassed: true, retried: [], printed: '' });
  });

  it('passes a file that passes alone, and reports it as flaky with its first failure', async () => {
    const outcome = await outcomeOf({ exitCode: 1, report: aReport([aFailedFile()]) }, { 'test/a.test.ts': 0 });

    expect(outcome).toEqual({
      hasPassed: true,
      retried: ['test/a.test.ts'],
      printed: 'FLAKY test/a.test.ts (servers)\nexpected 1 to be 2',
    });
  });

  it('fails when one of two files fails again', async () => {
    const failed = [aFailedFile('test/a.test.ts'), aFailedFile('test/b.test.ts')];

    const outcome = await outcomeOf({ exitCode: 1, report: aReport(failed) }, { 'test/b.test.ts': 0 });

    expect(outcome).toMatchObject({ hasPassed: false, retried: ['test/a.test.ts', 'test/b.test.ts'] });
    expect(outcome.printed).toContain('FAILED test/a.test.ts');
    expect(outcome.printed).toContain('FLAKY test/b.test.ts');
  });

  const elevenFiles = Array.from({ length: 11 }, (_, index) => aFailedFile(`test/${index}.test.ts`));

  it.each<[string, TierRun, string]>([
    ['left no report, although it passed', { exitCode: 0, report: undefined }, 'without a report'],
    ['left no report', { exitCode: 1, report: undefined }, 'without a report'],
    ['had an error outside of tests', { exitCode: 1, report: aReport([aFailedFile()], ['Error: x']) }, 'Error: x'],
    ['failed without a failed file', { exitCode: 1, report: aReport([]) }, 'no file failed'],
    ['had more than ten failed files', { exitCode: 1, report: aReport(elevenFiles) }, 'too many'],
  ])('fails a run that %s, and runs nothing again', async (_what, run, message) => {
    const outcome = await outcomeOf(run, { 'test/a.test.ts': 0 });

    expect(outcome).toMatchObject({ hasPassed: false, retried: [] });
    expect(outcome.printed).toContain(message);
  });
});
