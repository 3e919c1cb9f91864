import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { BACKENDS, type Backend } from '../backends.ts';
import { parseName, parseWholeNumber } from '../options.ts';
import type { RunOptions } from './run.ts';

export const HELP = `Usage: npm run torture -- --backend BACKEND [options]

Runs real services on one storage, kills them, their storage and their connections, and checks that the responses are
linearizable: a single service that never fails could have returned them.

  --backend BACKEND   ${BACKENDS.join(', ')}
  --histories N       how many accounts are tested, eight at a time (default 24)
  --seed S            determines the requests and the faults (default: random)
  --round R           only this round of the run, as printed with a violation
  --reset-pairs N     then N pairs of concurrent resets with one key: one gets 200, one 401 (default 0)
  --probes N          then N requests with retired keys on all services: each gets 401 (default 0)
  --help              print this text

Exit code: 0 without violations, 1 with violations, 64 for invalid arguments.
`;

/** Undefined for `--help`. Throws an error with a one-line message if an argument is invalid. */
export function parseCommand(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      backend: { type: 'string' },
      histories: { type: 'string', default: '24' },
      seed: { type: 'string', default: String(randomInt(2 ** 32)) },
      round: { type: 'string' },
      'reset-pairs': { type: 'string', default: '0' },
      probes: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const options: RunOptions = {
    histories: parseWholeNumber(values.histories, '--histories'),
    seed: values.seed,
    round: values.round === undefined ? undefined : parseWholeNumber(values.round, '--round'),
    resetPairs: parseWholeNumber(values['reset-pairs'], '--reset-pairs'),
    probes: parseWholeNumber(values.probes, '--probes'),
  };
  return { backend: parseName(BACKENDS, values.backend, '--backend'), options };
}

/** The command that repeats the round, or the whole run if the violation belongs to no round. */
export function replayCommand(backend: Backend, options: RunOptions, round: number | undefined): string {
  const { histories, seed, resetPairs, probes } = options;
  const run = `npm run torture -- --backend ${backend} --histories ${histories} --seed ${seed}`;
  if (round !== undefined) return `${run} --round ${round}`;
  return `${run} --reset-pairs ${resetPairs} --probes ${probes}`;
}
