import type { Backend } from '../backends.ts';
import { readArguments } from '../options.ts';
import { HELP, parseCommand } from './command-line.ts';
import { createProgressReporter, formatSummary, formatViolation } from './report.ts';
import { type RunOptions, type RunSummary, torture } from './run.ts';
import { SERVICES, startSystem } from './service/start-system.ts';
import { startStorage } from './service/storage-under-test.ts';

async function run(backend: Backend, options: RunOptions): Promise<number> {
  process.stderr.write(`torture of ${backend}, seed ${options.seed}\n`);
  const started = performance.now();
  await using system = await startSystem(await startStorage[backend](SERVICES));
  const stop = async () => {
    await system[Symbol.asyncDispose]();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

  let printedCount = 0;
  const progress = createProgressReporter(process.stderr, options);
  const onProgress = (summary: RunSummary): void => {
    progress(summary);
    // Printed immediately, so that a violation is visible before the run ends.
    for (const each of summary.violations.slice(printedCount))
      process.stdout.write(formatViolation(backend, options, each));
    printedCount = summary.violations.length;
  };
  const summary = await torture(system, options, onProgress);
  onProgress(summary);
  process.stdout.write(formatSummary(backend, options, summary, (performance.now() - started) / 1000));
  return summary.violations.length === 0 ? 0 : 1;
}

const command = readArguments(parseCommand, HELP);
if (command) process.exitCode = await run(command.backend, command.options);
else process.stdout.write(HELP);
