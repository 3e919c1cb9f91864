import type { LoadJob, LoadResult } from './load/load-job.ts';
import type { LoadProcess } from './load/load-process.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { Scenario } from './scenarios.ts';
import { median } from './statistics.ts';

export interface RoundResult {
  readonly cpuUs: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Every round of one scenario against one server, in order. */
export type Rounds = readonly RoundResult[];

export interface RoundOrder {
  readonly load: LoadProcess;
  readonly target: MeasuredProcess;
  readonly scenario: Pick<Scenario, 'expected' | 'varies'>;
  readonly end: LoadJob['end'];
}

/** How much of a round goes before it, unmeasured: the scenario before leaves garbage and cold caches behind. */
const LEAD = 0.25;

/** What each connection sends; where keys change, the next round goes on with those that the last one left. */
export class Script {
  constructor(private requests: readonly (readonly string[])[]) {}

  async play(order: RoundOrder): Promise<RoundResult> {
    const { target, end } = order;
    await this.send(order, extended(end, LEAD));
    const before = await target.cpuTimeUs();
    const result = await this.send(order, end);
    const cpuUs = (await target.cpuTimeUs()) - before;
    return {
      cpuUs: cpuUs / result.answered,
      perSecond: (result.answered * 1000) / result.elapsedMs,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
    };
  }

  private async send({ load, target, scenario }: RoundOrder, end: LoadJob['end']): Promise<LoadResult> {
    const { expected, varies } = scenario;
    const result = await load.run({ port: target.port, connections: this.requests, end, expected, varies });
    if (varies === 'key') this.requests = result.next.map((request) => [request]);
    return result;
  }
}

/** So many times as long. */
export const extended = (end: LoadJob['end'], factor: number): LoadJob['end'] =>
  'afterMs' in end ? { afterMs: end.afterMs * factor } : { afterRequests: Math.ceil(end.afterRequests * factor) };

/** The middle of all rounds, each figure for itself. */
export const medianOf = (rounds: Rounds): RoundResult => ({
  cpuUs: median(rounds.map(({ cpuUs }) => cpuUs)),
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
});

export const costs = (rounds: Rounds): readonly number[] => rounds.map(({ cpuUs }) => cpuUs);
