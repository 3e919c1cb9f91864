import { type BackendResult, cpuCosts, type Rounds } from './measure.ts';
import type { ScenarioName } from './scenarios.ts';
import { ratio } from './statistics.ts';

export interface Verdict {
  readonly title: string;
  readonly value: number;
  readonly max: number;
  readonly met: boolean;
}

/** The maximum CPU cost of a request on SQLite, as a multiple of the plain handler's or of another request's. */
const LIMITS: readonly (readonly [ScenarioName, 'plain' | ScenarioName, title: string, max: number])[] = [
  ['verify', 'plain', 'verify / plain', 1.2],
  ['unknown', 'plain', 'unknown key / plain', 1.2],
  ['list-uncached', 'plain', 'list of 20, uncached / plain', 1.5],
  ['render', 'plain', 'render / plain', 1.2],
  ['reset', 'plain', 'reset / plain', 1.2],
  ['create', 'plain', 'create / plain', 2.2],
  ['304', 'verify', '304 / verify', 1.2],
  ['label', 'verify', 'read by label / verify', 1.25],
  ['label-uncached', 'verify', 'read by label, uncached / verify', 2],
  ['includes-locked', 'includes-open', 'read with includes, locked / not locked', 1.1],
  ['prompts-get', 'render', 'prompts/get / render', 3],
];
/** A network and its server make the storage's part vary more. */
const OTHER_STORAGES = 1.1;
const FLOOD_MAX = 3;
const GROWTH_MAX = 1.1;

const verdict = (title: string, value: number, max: number): Verdict => ({ title, value, max, met: value <= max });

const costRatio = (service: Rounds, other: Rounds): number => ratio(cpuCosts(service), cpuCosts(other));

/** Checks the limits of everything that was measured. */
export function checkLimits({ backend, rows, flood, growth = [] }: BackendResult): readonly Verdict[] {
  const find = (name: string) => rows.find((row) => row.name === name);
  return [
    ...LIMITS.flatMap(([name, against, title, max]) => {
      const row = find(name);
      const other = against === 'plain' ? row?.other : find(against)?.service;
      if (!row || !other) return [];
      const tolerance = backend === 'sqlite' || against === 'render' ? 1 : OTHER_STORAGES;
      return [verdict(title, costRatio(row.service, other), max * tolerance)];
    }),
    ...(flood
      ? [verdict('p99 of verify, flooded / quiet', ratio(flood.floodedP99Ms, flood.quietP99Ms), FLOOD_MAX)]
      : []),
    ...growth.map(({ title, service, other }) =>
      verdict(`${title}, 1,000,000 / 1,000 accounts`, costRatio(service, other), GROWTH_MAX),
    ),
  ];
}
