import type { LoadJob } from './load/load-job.ts';
import { LoadProcess } from './load/load-process.ts';
import { extended } from './measure.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { FloodResult } from './results.ts';
import { request, signIns } from './scenarios.ts';
import type { Stage } from './seeded-service.ts';

/** A rest that keeps the server far from its limits: its queue shall not be what is measured. */
const REST_MS = 20;
/** For each account: more than wait at the gate at once, so that it is always full. */
const FLOODERS_EACH = 5;
/** How long verifications are measured, in rounds of the other scenarios; the flood lasts a little longer. */
const ROUNDS_LONG = 12;
/** A 99th percentile needs long rounds, so there are fewer. */
const FEWER = 5;

export interface FloodExtent {
  readonly rounds: number;
  readonly end: LoadJob['end'];
}

/**
 * Verifications at a steady pace, quiet and while others sign in, again and again. They sign in with the right
 * password: guesses would soon be refused without any hashing, and hashing is what could be in the way.
 * The service has all cores, as it would elsewhere: on one alone, the threads that hash could only take its own time.
 */
export async function measureFlood(
  service: MeasuredProcess,
  { readers }: Stage,
  { rounds, end }: FloodExtent,
  load: LoadProcess,
): Promise<FloodResult> {
  service.leaveItsCore();
  const { port } = service;
  const flooder = new LoadProcess();
  const connections = readers.map((reader) => [request('GET', '/api/auth/token', reader)]);
  const verify: LoadJob = { port, connections, end: extended(end, ROUNDS_LONG), expected: [200], restMs: REST_MS };
  const everybody = Array.from({ length: FLOODERS_EACH }, () => readers).flat();
  const flood: LoadJob = {
    port,
    connections: signIns(everybody),
    end: extended(end, ROUNDS_LONG + 1),
    // Too many at a time are told to come again, and do so as soon as a network would let them.
    expected: [200, 429],
    restMs: REST_MS,
  };
  const quietP99Ms: number[] = [];
  const floodedP99Ms: number[] = [];
  try {
    for (let round = 0; round < rounds; round += FEWER) {
      quietP99Ms.push((await load.run(verify)).p99Ms);
      const flooding = flooder.run(flood);
      floodedP99Ms.push((await load.run(verify)).p99Ms);
      await flooding;
    }
  } finally {
    flooder.dispose();
  }
  return { quietP99Ms, floodedP99Ms };
}
