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

/** The maximum CPU cost of a request, as a multiple of another. */
const AGAINST_BASELINE: readonly (readonly [ScenarioName, string, number])[] = [
  ['verify', 'verify / baseline', 1.25],
  ['unknown', 'unknown key / baseline', 1.1],
];
const AGAINST_VERIFY: readonly (readonly [ScenarioName, string, number])[] = [
  ['label', 'read by label / verify', 1.4],
  ['304', '304 / verify', 1.15],
  ['list', 'list of 20 / verify', 2],
];
const AGAINST_LABEL: readonly (readonly [ScenarioName, string, number])[] = [
  ['langfuse', 'Langfuse / read by label', 1.5],
  ['litellm', 'LiteLLM / read by label', 1.5],
  ['langchain', 'LangChain / read by label', 1.5],
];
/** By the titles of `measureMcp`. */
const MCP_AGAINST_OWN: Readonly<Record<string, readonly [title: string, max: number]>> = {
  'prompts/list of 500': ['prompts/list of 500 / own pages', 1.25],
  'prompts/get': ['prompts/get / render', 2.5],
};
const FLOOD_MAX = 3;
const GROWTH_MAX = 1.15;

const verdict = (title: string, value: number, max: number): Verdict => ({ title, value, max, met: value <= max });

/** Checks the limits of everything that was measured. */
export function checkLimits({ scenarios, mcp = [], flood, growth = [] }: BackendResult): readonly Verdict[] {
  const find = (name: ScenarioName): ScenarioResult | undefined => scenarios.find((result) => result.name === name);
  const compare = (rows: typeof AGAINST_VERIFY, other: ScenarioResult | undefined): readonly Verdict[] =>
    rows.flatMap(([name, title, max]) => {
      const result = find(name);
      return result && other ? [verdict(title, ratio(cpuCosts(result.service), cpuCosts(other.service)), max)] : [];
    });
  return [
    ...AGAINST_BASELINE.flatMap(([name, title, max]) => {
      const result = find(name);
      return result ? [verdict(title, ratio(cpuCosts(result.service), cpuCosts(result.baseline)), max)] : [];
    }),
    ...compare(AGAINST_VERIFY, find('verify')),
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
