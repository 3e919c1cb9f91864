import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { invariant } from '../../../../src/domain/invariant.ts';
import { type Backend, openBackend } from '../backends.ts';
import { MeasuredProcess, type Target } from '../measured-process.ts';
import type { Table } from '../report/text-table.ts';
import { createKeyring } from '../seeded-service.ts';
import { median, percentile } from '../statistics.ts';
import { openAccounts } from '../streams/open-accounts.ts';
import { TYPESCRIPT } from '../typescript.ts';
import { aTemplate } from './a-template.ts';
import { connect, NAME } from './connected-client.ts';
import { LabelMover } from './label-mover.ts';
import type { ClientCost } from './print-cost.ts';

const MOVES = 200;

const COST_PROGRAM = join(import.meta.dirname, 'print-cost.ts');
const run = promisify(execFile);

export interface ArrivalTimes {
  readonly instances: 1 | 2;
  /** From the response to a move of the label until `get` returns the other version. */
  readonly medianMs: number;
  readonly percentile99Ms: number;
}

/** Rows for each backend: what the client costs does not depend on it, but how soon a moved label arrives does. */
export async function measureClient(
  backends: readonly Backend[],
  rounds: number,
  log: (line: string) => void,
): Promise<Table> {
  const rows: string[][] = [];
  for (const backend of backends) {
    const { cost, arrivals } = await measureOn(backend, { rounds, moves: MOVES });
    const arrivalTexts = arrivals.flatMap(({ medianMs, percentile99Ms }) => [
      `${medianMs.toFixed(0)} ms`,
      `${percentile99Ms.toFixed(0)} ms`,
    ]);
    const row = [backend, `${cost.getUs.toFixed(2)} µs`, `${cost.renderUs.toFixed(2)} µs`, ...arrivalTexts];
    log(row.join('  '));
    rows.push(row);
  }
  const arrivalHeads = ['one instance, median', '99 %', 'two instances, median', '99 %'];
  return [['client', 'get', 'render 1 KiB', ...arrivalHeads.map((head) => `moved label, ${head}`)], ...rows];
}

export async function measureOn(
  backend: Backend,
  { rounds, moves }: { readonly rounds: number; readonly moves: number },
): Promise<{ readonly cost: ClientCost; readonly arrivals: readonly ArrivalTimes[] }> {
  const { url: storageUrl, folder, dispose } = await openBackend(backend);
  const target: Target = { folder, storageUrl, cores: undefined };
  const services: MeasuredProcess[] = [];
  try {
    await createKeyring(target);
    services.push(await MeasuredProcess.startService(target), await MeasuredProcess.startService(target));
    const [writing, reading] = services;
    const [key] = await openAccounts(target, 1);
    invariant(writing !== undefined && reading !== undefined && key !== undefined, 'two instances and an account');
    const mover = await LabelMover.prepare(writing.url, key, { name: NAME, content: aTemplate() });
    const cost = await measureCost(writing.url, key, rounds);
    const arrivals = [
      { instances: 1 as const, ...(await measureArrival(writing.url, key, mover, moves)) },
      { instances: 2 as const, ...(await measureArrival(reading.url, key, mover, moves)) },
    ];
    return { cost, arrivals };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await dispose();
  }
}

/**
 * In a process of its own, with nothing but the client: one package that is loaded here, ioredis, declares a subclass of
 * String, after which V8 takes more than twice as long to render.
 */
async function measureCost(url: string, key: string, rounds: number): Promise<ClientCost> {
  const env = { ...process.env, BENCH_URL: url, BENCH_KEY: key, BENCH_ROUNDS: String(rounds) };
  const { stdout } = await run(process.execPath, [...TYPESCRIPT, COST_PROGRAM], { env });
  return JSON.parse(stdout);
}

async function measureArrival(url: string, key: string, mover: LabelMover, moves: number) {
  const { client, updated } = await connect(url, key);
  const delays: number[] = [];
  try {
    for (let count = 0; count < moves; count += 1) {
      // Instances look for changes every second: without a random delay, every move would come right after a look.
      await delay(Math.random() * 1000);
      const arrived = once(updated, 'updated');
      await mover.move();
      const acknowledgedAt = performance.now();
      await arrived;
      const { version } = await client.get(NAME);
      invariant(version === mover.current, 'the client has the version that the label points to');
      // The event can be there before the response.
      delays.push(Math.max(0, performance.now() - acknowledgedAt));
    }
  } finally {
    await client.close();
  }
  return { medianMs: median(delays), percentile99Ms: percentile(delays, 99) };
}
