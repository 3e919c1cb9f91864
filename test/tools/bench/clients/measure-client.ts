import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { invariant } from '../../../../src/domain/invariant.ts';
import { type Backend, openBackend } from '../backends.ts';
import { MeasuredProcess, type Target } from '../measured-process.ts';
import type { Table } from '../report/text-table.ts';
import { createKeyring } from '../seeded-service.ts';
import { median, percentile } from '../statistics.ts';
import { openAccounts } from '../streams/open-accounts.ts';
import { aTemplate, VALUES } from './a-template.ts';
import { LabelMover } from './label-mover.ts';

/** The package as it is published. */
const PACKAGE = join(import.meta.dirname, '../../../../clients/typescript/dist/prompthold-client.js');

/** The part of the package that is measured. */
interface ClientPackage {
  readonly Prompthold: new (options: object) => Client;
}

interface Client {
  get(name: string): Promise<{ readonly version: number; render(values: object): unknown }>;
  close(): Promise<void>;
}

const GETS = 100_000;
const RENDERINGS = 10_000;
const MOVES = 200;
const NAME = 'bench/reply';

export interface ClientCost {
  /** Microseconds of CPU time, which other programs on the machine affect less; the median of all rounds. */
  readonly getUs: number;
  readonly renderUs: number;
}

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

async function measureCost(url: string, key: string, rounds: number): Promise<ClientCost> {
  const { client } = await connect(url, key);
  try {
    const prompt = await client.get(NAME);
    const gets: number[] = [];
    const renderings: number[] = [];
    // The first round is not counted: it compiles.
    for (let round = 0; round <= rounds; round += 1) {
      const started = process.cpuUsage();
      for (let count = 0; count < GETS; count += 1) await client.get(NAME);
      const getUs = toMicroseconds(process.cpuUsage(started)) / GETS;
      const between = process.cpuUsage();
      for (let count = 0; count < RENDERINGS; count += 1) prompt.render(VALUES);
      const renderUs = toMicroseconds(process.cpuUsage(between)) / RENDERINGS;
      if (round === 0) continue;
      gets.push(getUs);
      renderings.push(renderUs);
    }
    return { getUs: median(gets), renderUs: median(renderings) };
  } finally {
    await client.close();
  }
}

const toMicroseconds = ({ user, system }: NodeJS.CpuUsage): number => user + system;

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

/** A client with a healthy stream, and its events. */
async function connect(url: string, key: string) {
  const { Prompthold } = (await import(PACKAGE)) as ClientPackage;
  const updated = new EventTarget();
  const connected = once(updated, 'connected');
  const client = new Prompthold({
    url,
    key,
    label: 'production',
    onEvent: (event: { kind: string; state?: string }) => {
      updated.dispatchEvent(new Event(event.kind === 'stream' ? (event.state ?? '') : event.kind));
    },
  });
  await client.get(NAME);
  await connected;
  return { client, updated };
}
