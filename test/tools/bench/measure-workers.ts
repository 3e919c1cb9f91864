import type { Backend } from '../backends.ts';
import { cpuCosts, type MeasureOptions, measureRows, medianOf, type Rounds } from './measure.ts';
import { startService } from './measure-backend.ts';
import { MeasuredProcess } from './measured-process.ts';
import type { BenchOptions } from './options.ts';
import { ratio } from './statistics.ts';
import type { Table } from './text-table.ts';

/** Of different accounts, spread evenly over the workers. */
export const WORKER_CONNECTIONS = 32;

export type WorkerOptions = Pick<BenchOptions, 'backends'> & { readonly workers: number };

/**
 * Compares several workers with one, in alternating rounds of the same requests on the same storage.
 *
 * The machine also generates the load, so the requests per second say little. `capacity` is computed from the CPU times
 * of the processes: how many times as many requests they could handle if every worker had a core of its own.
 */
export async function measureWorkers({ backends, workers }: WorkerOptions, options: MeasureOptions): Promise<Table> {
  const rows: string[][] = [];
  for (const backend of backends) rows.push(...(await measureOn(backend, workers, options)));
  return [['', 'backend', 'one worker: CPU µs', `${workers} workers: CPU µs`, 'ratio', 'capacity'], ...rows];
}

async function measureOn(backend: Backend, workers: number, options: MeasureOptions): Promise<string[][]> {
  await using stack = new AsyncDisposableStack();
  const { target, service: one } = await startService(stack, backend, options.connections, undefined);
  const server = stack.adopt(await MeasuredProcess.startService({ ...target, workers }), (started) => started.stop());
  const scenarios = options.scenarios.filter(({ varies }) => varies === undefined);
  const compared = scenarios.map((scenario) => ({ ...scenario, isPlain: true }));
  const rows = await measureRows({ ...one, server }, one, { ...options, scenarios: compared });
  return rows.map(({ title, service: several, other: alone }) => [
    title,
    backend,
    medianOf(alone, 'cpuUs').toFixed(0),
    medianOf(several, 'cpuUs').toFixed(0),
    ratio(cpuCosts(several), cpuCosts(alone)).toFixed(2),
    ratio(busiestCosts(alone), busiestCosts(several)).toFixed(2),
  ]);
}

const busiestCosts = (rounds: Rounds): readonly number[] => rounds.map(({ busiestUs }) => busiestUs);
