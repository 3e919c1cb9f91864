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

    expect(outcome.hasPassed).toBe(false);
    expect(outcome.retried).toEqual(['test/a.test.ts', 'test/b.test.ts']);
    expect(outcome.printed).toContain('FAILED test/a.test.ts');
    expect(outcome.printed).toContain('FLAKY test/b.test.ts');
  });

  it.each([0, 1])('fails a run that left no report, with exit code %d', async (exitCode) => {
    const outcome = await outcomeOf({ exitCode, report: undefined });

    expect(outcome).toMatchObject({ hasPassed: false, retried: [] });
    expect(outcome.printed).toContain('without a report');
  });

  it('fails a run with errors outside of tests, whatever else failed', async () => {
    const report = aReport([aFailedFile()], ['Error: connection closed']);

    const outcome = await outcomeOf({ exitCode: 1, report }, { 'test/a.test.ts': 0 });

    expect(outcome).toMatchObject({ hasPassed: false, retried: [] });
    expect(outcome.printed).toContain('Error: connection closed');
  });

  it('fails a run that failed without a failed file', async () => {
    const outcome = await outcomeOf({ exitCode: 1, report: aReport([]) });

    expect(outcome).toMatchObject({ hasPassed: false, retried: [] });
  });

  it('fails without running anything again when more than ten files failed', async () => {
    const failed = Array.from({ length: 11 }, (_, index) => aFailedFile(`test/${index}.test.ts`));

    const outcome = await outcomeOf({ exitCode: 1, report: aReport(failed) });

    expect(outcome).toMatchObject({ hasPassed: false, retried: [] });
  });
});
