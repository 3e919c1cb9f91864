import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CliOptions, type CliRun, runCli } from '../../support/service/run-cli.ts';

export interface MeasuredRun extends CliRun {
  /** The peak memory of the process. */
  readonly peakBytes: number;
}

/** Runs `prompthold …`, and measures its peak memory. */
export async function runMeasured(
  args: readonly string[],
  { folder, settings }: Omit<CliOptions, 'input'>,
): Promise<MeasuredRun> {
  const file = join(folder, 'peak-memory');
  const preload = join(import.meta.dirname, 'peak-memory.ts');
  const measuring = { NODE_OPTIONS: `--import=${preload}`, PEAK_MEMORY_FILE: file };
  const run = await runCli(args, { folder, settings: { ...settings, ...measuring } });
  return { ...run, peakBytes: Number(await readFile(file, 'utf8')) };
}
