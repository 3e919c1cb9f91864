import type { Backend } from '../backends.ts';
import type { LoadJob, LoadResult } from './load/load-job.ts';
import type { LoadProcess } from './load/load-process.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { Scenario } from './scenarios.ts';
import type { SeededService } from './seeded-service.ts';
import { median } from './statistics.ts';

export interface RoundResult {
  readonly cpuUs: number;
  /** The part of the process that used the most. */
  readonly busiestUs: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** All rounds of one scenario against one server, in order. */
export type Rounds = readonly RoundResult[];

export interface Row {
  readonly name: string;
  readonly title: string;
  readonly service: Rounds;
  /** The plain handler, another checkout or the small storage; empty for requests that the plain handler does not know. */
  readonly other: Rounds;
}

/** The 99th percentile of the latency of verify, for each round. */
export interface FloodResult {
  readonly quietP99Ms: readonly number[];
  readonly floodedP99Ms: readonly number[];
}

export interface BackendResult {
  readonly backend: Backend;
  readonly rows: readonly Row[];
  readonly flood?: FloodResult | undefined;
  readonly growth?: readonly Row[] | undefined;
}

export type Log = (line: string) => void;

export interface MeasureOptions {
  readonly connections: number;
  readonly rounds: number;
  readonly end: LoadJob['end'];
  readonly scenarios: readonly Scenario[];
  readonly load: LoadProcess;
  readonly log: Log;
}

/** A server, and the accounts that send it requests. */
export interface Contestant {
  readonly server: MeasuredProcess;
  readonly seeded: SeededService;
}

/**
 * The length of the first round, which does not count: Node compiles what it calls often, and a server costs twice as
 * much before the first ten thousand requests as after them.
 */
const WARM_UP_ROUNDS = 20;
/** The unmeasured part before each round: the previous scenario leaves garbage and cold caches. */
const WARM_UP_FRACTION = 0.25;

/**
 * Runs all scenarios in every round, not all rounds of each scenario: figures that are compared with each other are
 * measured within seconds. The contestants take turns.
 */
export async function measureRows(service: Contestant, other: Contestant, options: MeasureOptions) {
  const { rounds, end, scenarios, connections, load, log } = options;
  const runs = scenarios.map((scenario) => {
    const script = new Script(scenario, service.seeded, connections);
    // A reset at one server changes the key at the other, if they share accounts.
    const isShared = scenario.varies === 'key' && other.seeded === service.seeded;
    const otherScript = isShared ? script : new Script(scenario, other.seeded, connections);
    const lane = (server: MeasuredProcess, script: Script) => ({ server, script, results: [] as RoundResult[] });
    return { scenario, ours: lane(service.server, script), theirs: lane(other.server, otherScript) };
  });
  for (let round = 0; round <= rounds; round += 1) {
    log(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const { scenario, ours, theirs } of runs) {
      for (const { server, script, results } of scenario.isPlain === false ? [ours] : [ours, theirs]) {
        const roundEnd = round === 0 && 'afterMs' in end ? scaleEnd(end, WARM_UP_ROUNDS) : end;
        const result = await script.play(load, server, roundEnd);
        if (round > 0) results.push(result);
      }
    }
  }
  return runs.map(({ scenario: { name, title }, ours, theirs }): Row => {
    return { name, title, service: ours.results, other: theirs.results };
  });
}

/** The requests of each connection. A round continues where the previous one ended: a request sent again may be cached. */
export class Script {
  private requests: readonly (readonly string[])[];

  /** Distributes the accounts over the connections; each connection cycles through its accounts. */
  constructor(
    private readonly scenario: Scenario,
    seeded: SeededService,
    connections: number,
  ) {
    const byAccount = scenario.requests(seeded);
    this.requests = Array.from({ length: Math.min(connections, byAccount.length) }, (_, connection) =>
      byAccount.filter((_, index) => index % connections === connection).flat(),
    );
  }

  async play(load: LoadProcess, target: MeasuredProcess, end: LoadJob['end']): Promise<RoundResult> {
    await this.send(load, target, scaleEnd(end, WARM_UP_FRACTION));
    const before = target.cpuTimesUs();
    const { responses, elapsedMs, p99Ms } = await this.send(load, target, end);
    const used = Array.from(target.cpuTimesUs(), ([pid, us]) => us - (before.get(pid) ?? 0));
    return {
      cpuUs: used.reduce((sum, us) => sum + us, 0) / responses,
      busiestUs: Math.max(...used) / responses,
      perSecond: (responses * 1000) / elapsedMs,
      p99Ms,
    };
  }

  private async send(load: LoadProcess, { port }: MeasuredProcess, end: LoadJob['end']): Promise<LoadResult> {
    const { expected, varies } = this.scenario;
    const result = await load.run({ port, connections: this.requests, end, expected, varies });
    this.requests = result.next;
    return result;
  }
}

export const scaleEnd = (end: LoadJob['end'], factor: number): LoadJob['end'] =>
  'afterMs' in end ? { afterMs: end.afterMs * factor } : { afterRequests: Math.ceil(end.afterRequests * factor) };

export const cpuCosts = (rounds: Rounds): readonly number[] => rounds.map(({ cpuUs }) => cpuUs);

/** The median of one figure over all rounds. */
export const medianOf = (rounds: Rounds, figure: keyof RoundResult): number =>
  median(rounds.map((round) => round[figure]));
