import type { Backend } from '../backends.ts';
import { checkLimits, type Verdict } from '../limits.ts';
import { cpuCosts, medianRound, type RoundResult, type Rounds } from '../measure.ts';
import type { BackendResult } from '../results.ts';
import { ratio } from '../statistics.ts';

/** What one kind of request costs, and what it is compared with. */
export interface CostFigures {
  readonly title: string;
  readonly service: RoundResult;
  readonly other: RoundResult;
  readonly ratio: number;
  /** CPU of Koa and of node:http alone, where they were measured. */
  readonly koaUs?: number | undefined;
  readonly httpUs?: number | undefined;
}

/** The medians of all rounds on one backend. */
export interface BackendFigures {
  readonly backend: Backend;
  readonly costs: readonly CostFigures[];
  readonly mcp?: readonly CostFigures[] | undefined;
  readonly growth?: readonly CostFigures[] | undefined;
  readonly limits: readonly Verdict[];
}

/** A whole run, and the conditions that readers need to interpret its numbers. */
export interface RunFigures {
  readonly date: string;
  readonly architecture: string;
  readonly machine: readonly (readonly [string, string])[];
  readonly cores: string;
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly backends: readonly BackendFigures[];
}

export const summarize = (result: BackendResult): BackendFigures => ({
  backend: result.backend,
  costs: result.scenarios.map(({ title, service, baseline, koa, http }) => ({
    ...compare(title, service, baseline),
    koaUs: koa && medianRound(koa).cpuUs,
    httpUs: http && medianRound(http).cpuUs,
  })),
  mcp: result.mcp?.map(({ title, mcp, own }) => compare(title, mcp, own)),
  growth: result.growth?.map(({ title, small, large }) => compare(title, large, small)),
  limits: checkLimits(result),
});

const compare = (title: string, service: Rounds, other: Rounds): CostFigures => ({
  title,
  service: medianRound(service),
  other: medianRound(other),
  ratio: ratio(cpuCosts(service), cpuCosts(other)),
});
