import { type Backend, openBackend } from '../backends.ts';
import { LoadProcess } from './load/load-process.ts';
import { type Log, Script } from './measure.ts';
import { MeasuredProcess, type Target } from './measured-process.ts';
import type { BenchOptions } from './options.ts';
import { createKeyring, seedService } from './seeded-service.ts';
import { median, ratio } from './statistics.ts';
import type { Table } from './text-table.ts';

/** Of different accounts, spread evenly over the workers. */
const CONNECTIONS = 32;
/** Each worker compiles its own code, and gets only its share of the requests. */
const WARM_UP_ROUNDS_EACH = 8;

export type WorkerOptions = Pick<BenchOptions, 'backends' | 'scenarios' | 'rounds' | 'seconds'> & {
  readonly workers: number;
};

/** CPU times per response. */
interface Cost {
  readonly allUs: number;
  readonly busiestUs: number;
}

/**
 * Compares several workers with one, in alternating rounds of the same requests on the same storage.
 *
 * The machine also generates the load, so the requests per second say little. `capacity` is computed from the CPU times
 * of the processes: how many times as many requests they could handle if every worker had a core of its own.
 */
export async function measureWorkers(options: WorkerOptions, log: Log): Promise<Table> {
  const rows: string[][] = [];
  for (const backend of options.backends) rows.push(...(await measureOn(backend, options, log)));
  const several = `${options.workers} workers: CPU µs`;
  return [['', 'backend', 'one worker: CPU µs', several, 'ratio', 'capacity'], ...rows];
}

async function measureOn(backend: Backend, options: WorkerOptions, log: Log): Promise<string[][]> {
  await using stack = new AsyncDisposableStack();
  const { url: storageUrl, folder } = stack.adopt(await openBackend(backend), (storage) => storage.dispose());
  const target: Target = { folder, storageUrl, cores: undefined };
  await createKeyring(target);
  const start = async (workers: number) =>
    stack.adopt(await MeasuredProcess.startService({ ...target, workers }), (service) => service.stop());
  const one = await start(1);
  const seeded = await seedService(one, CONNECTIONS);
  const several = await start(options.workers);
  const load = stack.adopt(new LoadProcess(), (process) => process.dispose());
  const rows: string[][] = [];
  for (const scenario of options.scenarios.filter(({ varies }) => varies === undefined)) {
    log(`${backend}: ${scenario.title}`);
    const script = (): Script => new Script(scenario, seeded, CONNECTIONS);
    const lanes = [
      { server: one, script: script(), costs: [] as Cost[] },
      { server: several, script: script(), costs: [] as Cost[] },
    ] as const;
    for (let round = 0; round <= options.rounds; round += 1) {
      for (const { server, script, costs } of lanes) {
        const seconds = options.seconds * (round === 0 ? WARM_UP_ROUNDS_EACH * options.workers : 1);
        const cost = await measureCost(server, script, load, seconds);
        if (round > 0) costs.push(cost);
      }
    }
    rows.push([scenario.title, backend, ...describe(lanes[0].costs, lanes[1].costs)]);
  }
  return rows;
}

async function measureCost(server: MeasuredProcess, script: Script, load: LoadProcess, seconds: number): Promise<Cost> {
  const before = server.cpuTimesUs();
  const { responses } = await script.send(load, server, { afterMs: seconds * 1000 });
  const used = [...server.cpuTimesUs()].map(([pid, us]) => us - (before.get(pid) ?? 0));
  return { allUs: used.reduce((sum, us) => sum + us, 0) / responses, busiestUs: Math.max(...used) / responses };
}

function describe(one: readonly Cost[], several: readonly Cost[]): string[] {
  const all = (costs: readonly Cost[]): readonly number[] => costs.map(({ allUs }) => allUs);
  const busiest = (costs: readonly Cost[]): readonly number[] => costs.map(({ busiestUs }) => busiestUs);
  return [
    median(all(one)).toFixed(0),
    median(all(several)).toFixed(0),
    ratio(all(several), all(one)).toFixed(2),
    ratio(busiest(one), busiest(several)).toFixed(2),
  ];
}
