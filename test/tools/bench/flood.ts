import type { LoadJob } from './load/load-job.ts';
import { LoadProcess } from './load/load-process.ts';
import { type Contestant, type FloodResult, type MeasureOptions, scaleEnd } from './measure.ts';
import { request, signIns } from './scenarios.ts';

/** A pause that keeps the server far from saturation: queueing should not be measured. */
const PAUSE_MS = 20;
/** Per account: more than the hashing gate queues, so that it is always full. */
const FLOODERS_EACH = 5;
/**
 * The length of a measurement, in rounds of the other scenarios; the flood lasts a little longer. In a shorter one, the
 * slowest hundredth of the requests would be those of one or two moments.
 */
const LENGTH_IN_ROUNDS = 40;
/** A 99th percentile needs long rounds, so only one in five is run. */
const ROUND_STEP = 5;

/**
 * Verifies keys at a steady rate, with and without concurrent sign-ins, alternately. The sign-ins use the right
 * password: wrong ones would soon be rejected without hashing, and hashing is the load to test.
 * The service gets all cores, as in production: on a single core, the hashing threads would compete with its main thread.
 */
export async function measureFlood(
  { server, seeded: { readers } }: Contestant,
  { rounds, end, load, log }: MeasureOptions,
): Promise<FloodResult> {
  server.useAllCores();
  const flooder = new LoadProcess();
  const verify: LoadJob = {
    port: server.port,
    connections: readers.map((reader) => [request('GET', '/api/auth/token', reader)]),
    end: scaleEnd(end, LENGTH_IN_ROUNDS),
    expected: [200],
    pauseMs: PAUSE_MS,
  };
  const flood: LoadJob = {
    ...verify,
    connections: signIns(Array.from({ length: FLOODERS_EACH }, () => readers).flat()),
    end: scaleEnd(end, LENGTH_IN_ROUNDS + 1),
    // Sign-ins beyond the limit get 429 and are retried after the pause.
    expected: [200, 429],
  };
  const quietP99Ms: number[] = [];
  const floodedP99Ms: number[] = [];
  try {
    // The first round is a warm-up: it starts the hashing threads.
    for (let round = -ROUND_STEP; round < rounds; round += ROUND_STEP) {
      log(`flood, ${round < 0 ? 'warming up' : `round ${round} of ${rounds}`}`);
      const quiet = await load.run(verify);
      const flooding = flooder.run(flood);
      const flooded = await load.run(verify);
      await flooding;
      if (round < 0) continue;
      quietP99Ms.push(quiet.p99Ms);
      floodedP99Ms.push(flooded.p99Ms);
    }
  } finally {
    flooder.dispose();
  }
  return { quietP99Ms, floodedP99Ms };
}
