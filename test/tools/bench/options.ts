import { parseArgs } from 'node:util';
import { BACKENDS, type Backend } from '../backends.ts';
import { parseName } from '../options.ts';
import { SCENARIOS, type Scenario, scenariosNamed } from './scenarios.ts';

const NAMES = SCENARIOS.map(({ name }) => name);

export const HELP = `npm run bench -- [options]

Measures the service against the best plain Koa handler that does the same work, in alternating rounds.

  --backend NAME     ${BACKENDS.join(', ')}; may be repeated; all of them by default
  --only A,B         ${NAMES.join(', ')} or flood; all by default
  --seconds N        length of a round; 0.15 by default: short, so that a slow moment affects both servers alike
  --rounds N         rounds per server; 30 by default
  --compare FOLDER   measures this checkout against another one that has been built, instead of the plain handler
  --growth           also compares 1,000,000 accounts and prompts with 1,000
  --workers N        measures only what N workers can do, compared with one
  --write            writes the figures to docs/benchmarks
  --help             prints this text
`;

export interface BenchOptions {
  readonly backends: readonly Backend[];
  readonly scenarios: readonly Scenario[];
  readonly flood: boolean;
  readonly seconds: number;
  readonly rounds: number;
  readonly compare: string | undefined;
  readonly growth: boolean;
  readonly workers: number | undefined;
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
      workers: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const only = values.only?.split(',').map((name) => parseName([...NAMES, 'flood'], name, '--only'));
  return {
    backends: values.backend?.map((name) => parseName(BACKENDS, name, '--backend')) ?? BACKENDS,
    scenarios: scenariosNamed(only ?? NAMES),
    flood: only?.includes('flood') ?? true,
    seconds: parsePositive(values.seconds, '--seconds'),
    rounds: Math.ceil(parsePositive(values.rounds, '--rounds')),
    compare: values.compare,
    growth: values.growth,
    workers: values.workers === undefined ? undefined : Math.ceil(parsePositive(values.workers, '--workers')),
    write: values.write,
  };
}

function parsePositive(text: string, option: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${option} must be a number above 0`);
  return value;
}
