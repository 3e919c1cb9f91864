import { parseArgs } from 'node:util';
import { BACKENDS, type Backend } from './backends.ts';
import { COMPATIBLE_SCENARIOS, SCENARIOS, type ScenarioName } from './scenarios.ts';

export const HELP = `npm run bench -- [options]

Measures the service against the best plain Koa handler that does the same work, in alternating rounds.

  --backend NAME   ${BACKENDS.join(', ')}; may be repeated; all of them by default
  --only A,B       ${SCENARIOS.map(({ name }) => name).join(', ')}, mcp or flood; all by default
  --seconds N      length of a round; 0.15 by default: short, so that a slow moment affects both servers alike
  --rounds N       rounds per server; 30 by default
  --compare REF    measures this checkout against another commit instead of the baseline; without the flood and mcp, and without
                   ${COMPATIBLE_SCENARIOS.join(', ')} unless named, because old commits do not have them
  --growth         also compares 1,000,000 accounts and prompts with 1,000
  --startup        measures only what starting costs: commands, and the service until it is ready
  --streams        measures only what 1,000 idle event streams cost
  --client         measures only the TypeScript client: get, render, and how soon a moved label arrives
  --workers N      measures only what N workers can do, compared with one; of --only, or of requests that read
  --json FILE      writes the results of every round to FILE
  --write          writes docs/benchmarks.md with the chart and the figures of this architecture
  --help           prints this text
`;

export interface BenchOptions {
  readonly backends: readonly Backend[];
  readonly scenarios: readonly ScenarioName[];
  readonly mcp: boolean;
  readonly flood: boolean;
  readonly seconds: number;
  readonly rounds: number;
  readonly compare: string | undefined;
  readonly growth: boolean;
  readonly startup: boolean;
  readonly streams: boolean;
  readonly client: boolean;
  readonly workers: number | undefined;
  readonly json: string | undefined;
  readonly write: boolean;
}

/** Returns undefined for `--help`. Throws an error with a one-line message if an argument is invalid. */
export function parseOptions(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      backend: { type: 'string', multiple: true },
      only: { type: 'string' },
      seconds: { type: 'string', default: '0.15' },
      rounds: { type: 'string', default: '30' },
      compare: { type: 'string' },
      growth: { type: 'boolean', default: false },
      startup: { type: 'boolean', default: false },
      streams: { type: 'boolean', default: false },
      client: { type: 'boolean', default: false },
      workers: { type: 'string' },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const only = values.only?.split(',');
  const names = SCENARIOS.map(({ name }) => name);
  return {
    backends: values.backend?.map((name) => parseName(BACKENDS, name, '--backend')) ?? BACKENDS,
    scenarios:
      only?.filter((name) => name !== 'flood' && name !== 'mcp').map((name) => parseName(names, name, '--only')) ??
      names.filter((name) => values.compare === undefined || !isCompatible(name)),
    mcp: only?.includes('mcp') ?? true,
    flood: only?.includes('flood') ?? true,
    seconds: parsePositive(values.seconds, '--seconds'),
    rounds: Math.ceil(parsePositive(values.rounds, '--rounds')),
    compare: values.compare,
    growth: values.growth,
    startup: values.startup,
    streams: values.streams,
    client: values.client,
    workers: values.workers === undefined ? undefined : Math.ceil(parsePositive(values.workers, '--workers')),
    json: values.json,
    write: values.write,
  };
}

const isCompatible = (name: ScenarioName): boolean => COMPATIBLE_SCENARIOS.some((each) => each === name);

function parseName<Name extends string>(names: readonly Name[], text: string, option: string): Name {
  const name = names.find((each) => each === text);
  if (name === undefined) throw new Error(`${option} must be one of ${names.join(', ')}, not ${text}`);
  return name;
}

function parsePositive(text: string, option: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${option} must be a number above 0`);
  return value;
}
