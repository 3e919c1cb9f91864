import { HttpConnection, type LoadResponse } from './load/http-connection.ts';
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

export interface RoundOptions {
  readonly load: LoadProcess;
  readonly target: MeasuredProcess;
  readonly scenario: Pick<Scenario, 'expected' | 'varies'>;
  readonly end: LoadJob['end'];
}

/** The unmeasured part before each round: the previous scenario leaves garbage and cold caches. */
const WARM_UP_FRACTION = 0.25;

/** The requests of each connection. A round continues where the previous one ended: a request sent again may be cached. */
export class Script {
  constructor(private requests: readonly (readonly string[])[]) {}

  /** What a server sends for the first request of the script. */
  async sample({ port }: MeasuredProcess): Promise<LoadResponse> {
    const connection = await HttpConnection.open(port);
    try {
      return await connection.send(this.requests[0]?.[0] ?? '');
    } finally {
      connection.close();
    }
  }

  async play(options: RoundOptions): Promise<RoundResult> {
    const { target, end } = options;
    await this.send(options, scaleEnd(end, WARM_UP_FRACTION));
    const before = await target.cpuTimeUs();
    const result = await this.send(options, end);
    const cpuUs = (await target.cpuTimeUs()) - before;
    return {
      cpuUs: cpuUs / result.responses,
      perSecond: (result.responses * 1000) / result.elapsedMs,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
    };
  }

  private async send({ load, target, scenario }: RoundOptions, end: LoadJob['end']): Promise<LoadResult> {
    const { expected, varies } = scenario;
    const result = await load.run({ port: target.port, connections: this.requests, end, expected, varies });
    this.requests = result.next;
    return result;
  }
}

export const scaleEnd = (end: LoadJob['end'], factor: number): LoadJob['end'] =>
  'afterMs' in end ? { afterMs: end.afterMs * factor } : { afterRequests: Math.ceil(end.afterRequests * factor) };

/** The median of each figure over all rounds. */
export const medianRound = (rounds: Rounds): RoundResult => ({
  cpuUs: median(rounds.map(({ cpuUs }) => cpuUs)),
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
});

export const cpuCosts = (rounds: Rounds): readonly number[] => rounds.map(({ cpuUs }) => cpuUs);
