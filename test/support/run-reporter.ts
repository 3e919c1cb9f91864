import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { FailedFile, RunReport } from './run-report.ts';

const SLOWEST_SHOWN = 10;

type Errors = readonly { readonly message: string; readonly stack?: string | undefined }[];

/** Prints the slowest files of a run, and writes the failures to the file that TEST_REPORT names. */
export class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: Errors): void {
    const slowest = modules.toSorted((a, b) => durationMs(b) - durationMs(a)).slice(0, SLOWEST_SHOWN);
    process.stdout.write(`Slowest files\n${slowest.map(toLine).join('\n')}\n\n`);

    const path = process.env['TEST_REPORT'];
    if (path === undefined) return;
    const report: RunReport = {
      failedFiles: modules.filter((module) => !module.ok()).map(toFailedFile),
      unhandledErrors: unhandledErrors.map(toText),
    };
    writeFileSync(path, JSON.stringify(report));
  }
}

const durationMs = (module: TestModule): number => {
  const { duration, collectDuration } = module.diagnostic();
  return duration + collectDuration;
};

const toLine = (module: TestModule): string =>
  `${(durationMs(module) / 1000).toFixed(1).padStart(7)} s  ${module.project.name}  ${module.relativeModuleId}`;

/** A file fails because of a test, a suite hook, or an error before any of them runs. */
function toFailedFile(module: TestModule): FailedFile {
  const parts = [module, ...module.children.allSuites()].map((part) => ({ name: '', errors: part.errors() }));
  const tests = Array.from(module.children.allTests('failed'), (test) => ({
    name: `${test.fullName}\n`,
    errors: test.result().errors ?? [],
  }));
  const [first] = [...parts, ...tests].filter(({ errors }) => errors.length > 0);
  return {
    project: module.project.name,
    path: module.relativeModuleId,
    firstFailure: first ? `${first.name}${first.errors.slice(0, 1).map(toText).join()}` : 'no error was reported',
  };
}

const toText = ({ message, stack }: Errors[number]): string => stack ?? message;
