import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Backend, openBackend } from '../backends.ts';
import { MeasuredProcess, type Target } from '../measured-process.ts';
import type { Table } from '../report/text-table.ts';
import { SCENARIOS, type Scenario, type ScenarioName } from '../scenarios.ts';
import { createKeyring, type SeededService, seedService } from '../seeded-service.ts';
import { median, ratio } from '../statistics.ts';
import { TYPESCRIPT } from '../typescript.ts';
import type { PipelinedJob, PipelinedReply } from './pipelined-load.ts';
import { cpuTimesUs } from './process-cpu-times.ts';
import { START } from './start-message.ts';

/** Of different accounts, spread evenly over the workers. */
const CONNECTIONS = 32;
/** Less than an account may send at a time to one of several workers. */
const BATCH_SIZE = 4;
const WARM_UP_SECONDS = 8;
const WARM_UP_REQUESTS = 6_400;

/** What can be repeated, and is 200 each time. */
export const READS: readonly ScenarioName[] = SCENARIOS.filter(
  ({ isRead, expected }) => isRead && expected.join() === '200',
).map(({ name }) => name);

export interface WorkerOptions {
  readonly backends: readonly Backend[];
  readonly scenarios: readonly ScenarioName[];
  readonly workers: number;
  readonly rounds: number;
  readonly seconds: number;
}

interface Round {
  readonly perSecond: number;
  /** Of all processes of the service. */
  readonly cpuUs: number;
  /** Of the busiest process of the service. */
  readonly busiestUs: number;
  /** Of the process that sends the load. */
  readonly loadUs: number;
}

/**
 * Compares several workers with one, in alternating rounds of the same requests on the same storage.
 *
 * The machine also generates the load, and may be busy with other things. Therefore two more ratios are computed from the CPU
 * times of the processes: `possible` is the ratio if this machine did nothing else, load included, and `capacity` is the one
 * if every worker had a core of its own, and the same share of the requests. The CPU time per request is that of all processes
 * while one worker has all requests.
 */
export async function measureWorkers(options: WorkerOptions, log: (line: string) => void): Promise<Table> {
  log(`${availableParallelism()} cores for everything: the service, the load and the storage`);
  const rows: string[][] = [];
  for (const backend of options.backends) rows.push(...(await measureBackend(backend, options, log)));
  return [
    [
      'scenario',
      'backend',
      'requests/s',
      `with ${options.workers} workers`,
      'ratio',
      'possible',
      'capacity',
      'load per request',
      'CPU per request',
      `with ${options.workers} workers`,
      'ratio',
    ],
    ...rows,
  ];
}

async function measureBackend(
  backend: Backend,
  { scenarios, workers, rounds, seconds }: WorkerOptions,
  log: (line: string) => void,
): Promise<string[][]> {
  const { url: storageUrl, folder, dispose } = await openBackend(backend);
  const target: Target = { folder, storageUrl, cores: undefined };
  const load = fork(join(import.meta.dirname, 'pipelined-load.ts'), { execArgv: [...TYPESCRIPT] });
  const services: MeasuredProcess[] = [];
  try {
    await createKeyring(target);
    const one = await MeasuredProcess.startService(target);
    services.push(one);
    const seeded = await seedService(one, CONNECTIONS);
    const several = await MeasuredProcess.startService({ ...target, workers });
    services.push(several);
    const rows: string[][] = [];
    for (const scenario of SCENARIOS.filter(({ name }) => scenarios.includes(name))) {
      // Every round goes on about where the last one ended. Otherwise, short rounds would repeat so few requests that several workers,
      // each with a share of them and a cache of its own, could respond from their caches.
      const sent = new Map<MeasuredProcess, number>();
      const measure = (service: MeasuredProcess, requests: number, idleBetween = 0) => {
        const firstBatch = sent.get(service) ?? 0;
        sent.set(service, firstBatch + Math.ceil(requests / CONNECTIONS / BATCH_SIZE));
        const job = { ...jobOf(service, scenario, seeded), requests, firstBatch, idleBetween };
        return measureRound(service, load, job);
      };
      // Each worker compiles its own code, and gets only its share of the requests.
      await warmUp(WARM_UP_SECONDS * workers, () => measure(several, WARM_UP_REQUESTS));
      const perSecond = await warmUp(WARM_UP_SECONDS, () => measure(one, WARM_UP_REQUESTS));
      const requests = Math.ceil(perSecond * seconds);
      // By one worker only: cores that share parts of a processor slow each other down.
      const costs = await alternate([one, several], rounds, (service) => measure(service, requests, workers - 1));
      const all = await alternate([one, several], rounds, (service) => measure(service, requests));
      const row = [scenario.title, backend, ...describe(workers, all, costs)];
      log(row.join('  '));
      rows.push(row);
    }
    return rows;
  } finally {
    load.kill('SIGKILL');
    await Promise.all(services.map((service) => service.stop()));
    await dispose();
  }
}

/** The rounds of one worker, and of several. */
type Comparison = readonly [one: readonly Round[], several: readonly Round[]];

async function alternate(
  [one, several]: readonly [MeasuredProcess, MeasuredProcess],
  rounds: number,
  measure: (service: MeasuredProcess) => Promise<Round>,
): Promise<Comparison> {
  const ofOne: Round[] = [];
  const ofSeveral: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ofOne.push(await measure(one));
    ofSeveral.push(await measure(several));
  }
  return [ofOne, ofSeveral];
}

/** Resolves to the number of requests per second at the end. */
async function warmUp(seconds: number, measure: () => Promise<Round>): Promise<number> {
  const endsAt = performance.now() + seconds * 1000;
  for (;;) {
    const { perSecond } = await measure();
    if (performance.now() > endsAt) return perSecond;
  }
}

function jobOf({ port }: MeasuredProcess, scenario: Scenario, seeded: SeededService) {
  const batches = scenario.requests(seeded).map((requests) => {
    const count = Math.ceil(requests.length / BATCH_SIZE);
    return Array.from({ length: count }, (_, batch) =>
      Array.from({ length: BATCH_SIZE }, (_, index) => requests[(batch * BATCH_SIZE + index) % requests.length]).join(
        '',
      ),
    );
  });
  return { port, batches, batchSize: BATCH_SIZE };
}

async function measureRound(service: MeasuredProcess, load: ChildProcess, job: PipelinedJob): Promise<Round> {
  await send(load, job);
  // Without what opening connections costs.
  const before = cpuTimesUs(service.pid);
  const reply = await send(load, START);
  if (typeof reply === 'string') throw new Error('the load has already begun');
  const { responses, elapsedMs, cpuUs } = reply.result;
  const used = [...cpuTimesUs(service.pid)].map(([pid, us]) => us - (before.get(pid) ?? us));
  return {
    perSecond: (responses * 1000) / elapsedMs,
    cpuUs: used.reduce((sum, us) => sum + us, 0) / responses,
    busiestUs: Math.max(...used) / responses,
    loadUs: cpuUs / responses,
  };
}

async function send(load: ChildProcess, message: PipelinedJob | typeof START) {
  const response = once(load, 'message');
  load.send(message);
  const [reply] = (await response) as [PipelinedReply];
  if (typeof reply === 'object' && 'failure' in reply) throw new Error(reply.failure);
  return reply;
}

function describe(workers: number, [one, several]: Comparison, [costOfOne, costOfSeveral]: Comparison): string[] {
  const column = (rounds: readonly Round[], name: keyof Round) => rounds.map((round) => round[name]);
  const medianOf = (rounds: readonly Round[], name: keyof Round) => median(column(rounds, name));
  return [
    medianOf(one, 'perSecond').toFixed(0),
    medianOf(several, 'perSecond').toFixed(0),
    ratio(column(several, 'perSecond'), column(one, 'perSecond')).toFixed(2),
    ratio(one.map(leastUs), several.map(leastUs)).toFixed(2),
    ratio(
      column(one, 'busiestUs'),
      column(several, 'cpuUs').map((us) => us / workers),
    ).toFixed(2),
    `${medianOf(several, 'loadUs').toFixed(0)} µs`,
    `${medianOf(costOfOne, 'cpuUs').toFixed(0)} µs`,
    `${medianOf(costOfSeveral, 'cpuUs').toFixed(0)} µs`,
    ratio(column(costOfSeveral, 'cpuUs'), column(costOfOne, 'cpuUs')).toFixed(2),
  ];
}

/** The time per request if all cores did nothing but send requests and respond to them, each process on one core at a time. */
const leastUs = ({ cpuUs, loadUs, busiestUs }: Round): number =>
  Math.max(busiestUs, loadUs, (cpuUs + loadUs) / availableParallelism());
