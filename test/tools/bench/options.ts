import { parseArgs } from 'node:util';
import { BACKENDS, type Backend } from './backends.ts';
import { SCENARIOS, type ScenarioName } from './scenarios.ts';

export const HELP = `npm run bench -- [options]

Measures the service against a bare Koa handler that does the same work, in alternating rounds.

  --backend NAME   ${BACKENDS.join(', ')}; may be repeated; all of them by default
  --only A,B       ${SCENARIOS.map(({ name }) => name).join(', ')} or flood; all by default
  --seconds N      of each round; 0.15 by default: short, so that what slows the machine down meets both
  --rounds N       of each server; 30 by default
  --growth         also with 1,000,000 accounts and prompts against 1,000
  --json FILE      writes every round
  --write          writes docs/benchmarks.md and docs/benchmarks.svg
  --help
`;

export interface BenchOptions {
  readonly backends: readonly Backend[];
  readonly scenarios: readonly ScenarioName[];
  readonly flood: boolean;
  readonly seconds: number;
  readonly rounds: number;
  readonly growth: boolean;
  readonly json: string | undefined;
  readonly write: boolean;
}

/** Undefined when help was asked for. Throws what is wrong, in one sentence. */
export function parseOptions(words: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: {
      backend: { type: 'string', multiple: true },
      only: { type: 'string' },
      seconds: { type: 'string', default: '0.15' },
      rounds: { type: 'string', default: '30' },
      growth: { type: 'boolean', default: false },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const only = values.only?.split(',');
  const names = SCENARIOS.map(({ name }) => name);
  return {
    backends: values.backend?.map((name) => oneOf(BACKENDS, name, '--backend')) ?? BACKENDS,
    scenarios: only?.filter((name) => name !== 'flood').map((name) => oneOf(names, name, '--only')) ?? names,
    flood: only?.includes('flood') ?? true,
    seconds: positive(values.seconds, '--seconds'),
    rounds: Math.ceil(positive(values.rounds, '--rounds')),
    growth: values.growth,
    json: values.json,
    write: values.write,
  };
}

function oneOf<Name extends string>(names: readonly Name[], text: string, option: string): Name {
  const name = names.find((each) => each === text);
  if (name === undefined) throw new Error(`${option} does not know ${text}; it knows ${names.join(', ')}`);
  return name;
}

function positive(text: string, option: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${option} must be a number above 0`);
  return value;
}
