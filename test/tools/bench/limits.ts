import { cpuCosts } from './measure.ts';
import type { BackendResult, ScenarioResult } from './results.ts';
import type { ScenarioName } from './scenarios.ts';
import { ratio } from './statistics.ts';

export interface Verdict {
  readonly title: string;
  readonly value: number;
  readonly max: number;
  readonly met: boolean;
}

/** The maximum CPU cost of a request on SQLite, as a multiple of another. */
const AGAINST_BASELINE: readonly (readonly [ScenarioName, string, number])[] = [
  ['verify', 'verify / plain', 1.2],
  ['unknown', 'unknown key / plain', 1.2],
  ['list-uncached', 'list of 20, uncached / plain', 1.5],
  ['render', 'render / plain', 1.2],
  ['reset', 'reset / plain', 1.2],
  ['create', 'create / plain', 2.2],
];
const AGAINST_VERIFY: readonly (readonly [ScenarioName, string, number])[] = [
  ['304', '304 / verify', 1.2],
  ['label', 'read by label / verify', 1.25],
  ['label-uncached', 'read by label, uncached / verify', 2],
];
/** A network and its server make the others vary more. */
const OTHER_STORAGES = 1.1;
const AGAINST_LABEL: readonly (readonly [ScenarioName, string, number])[] = [
  ['langfuse', 'Langfuse / read by label', 1.5],
  ['litellm', 'LiteLLM / read by label', 1.5],
  ['langchain', 'LangChain / read by label', 1.5],
];
/** By the titles of `measureMcp`. */
const MCP_AGAINST_OWN: Readonly<Record<string, readonly [title: string, max: number]>> = {
  'prompts/list of 500': ['prompts/list of 500 / own pages', 1.25],
  'prompts/get': ['prompts/get / render', 3],
};
const FLOOD_MAX = 3;
const GROWTH_MAX = 1.1;

const verdict = (title: string, value: number, max: number): Verdict => ({ title, value, max, met: value <= max });

/** Checks the limits of everything that was measured. */
export function checkLimits({ backend, scenarios, mcp = [], flood, growth = [] }: BackendResult): readonly Verdict[] {
  const tolerance = backend === 'sqlite' ? 1 : OTHER_STORAGES;
  const find = (name: ScenarioName): ScenarioResult | undefined => scenarios.find((result) => result.name === name);
  const compare = (rows: typeof AGAINST_VERIFY, other: ScenarioResult | undefined, factor = 1): readonly Verdict[] =>
    rows.flatMap(([name, title, max]) => {
      const result = find(name);
      if (!result || !other) return [];
      return [verdict(title, ratio(cpuCosts(result.service), cpuCosts(other.service)), max * factor)];
    });
  return [
    ...AGAINST_BASELINE.flatMap(([name, title, max]) => {
      const result = find(name);
      if (!result) return [];
      return [verdict(title, ratio(cpuCosts(result.service), cpuCosts(result.baseline)), max * tolerance)];
    }),
    ...compare(AGAINST_VERIFY, find('verify'), tolerance),
    ...compare(AGAINST_LABEL, find('label')),
    ...mcp.flatMap((result) => {
      const [title, max] = MCP_AGAINST_OWN[result.title] ?? [];
      if (title === undefined || max === undefined) return [];
      return [verdict(title, ratio(cpuCosts(result.mcp), cpuCosts(result.own)), max)];
    }),
    ...(flood
      ? [verdict('p99 of verify, flooded / quiet', ratio(flood.floodedP99Ms, flood.quietP99Ms), FLOOD_MAX)]
      : []),
    ...growth.map(({ title, small, large }) =>
      verdict(`${title}, 1,000,000 / 1,000 accounts`, ratio(cpuCosts(large), cpuCosts(small)), GROWTH_MAX),
    ),
  ];
}
