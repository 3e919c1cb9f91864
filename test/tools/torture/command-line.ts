import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Order } from './run.ts';
import { BACKENDS, type Backend } from './service/tortured-storage.ts';

export const HELP = `Usage: npm run torture -- --backend BACKEND [options]

Runs real services on one storage, kills them, their storage and their connections, and checks that everything that
clients were told could have been told by one service that never fails.

  --backend BACKEND   ${BACKENDS.join(', ')}
  --histories N       how many accounts live through it, eight at a time (default 24)
  --seed S            decides who does what, and what goes wrong when (default: another one each time)
  --round R           only that round of the run, as a violation tells it
  --reset-pairs N     then N pairs of simultaneous resets with one key: each one 200 and one 401 (default 0)
  --probes N          then N probes of retired keys on all services: each 401 (default 0)
  --help              this text

Ends with 0 when nothing was violated, with 1 when something was, with 64 when it was called wrongly.
`;

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string }
  | { readonly kind: 'run'; readonly backend: Backend; readonly order: Order };

export function parseCommand(words: readonly string[]): Command {
  try {
    const { values } = parseArgs({
      args: [...words],
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
    if (values.help) return { kind: 'help' };
    const backend = BACKENDS.find((name) => name === values.backend);
    if (!backend) return { kind: 'wrong', problem: `--backend is one of ${BACKENDS.join(', ')}` };
    const order = {
      histories: wholeNumber('--histories', values.histories),
      seed: values.seed,
      round: values.round === undefined ? undefined : wholeNumber('--round', values.round),
      resetPairs: wholeNumber('--reset-pairs', values['reset-pairs']),
      probes: wholeNumber('--probes', values.probes),
    };
    return { kind: 'run', backend, order };
  } catch (error) {
    return { kind: 'wrong', problem: error instanceof Error ? error.message : String(error) };
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is a whole number, and not "${text}"`);
  return Number(text);
}

/** What to type to see it again: the round, or all of it where none is to blame. */
export function replayOf(backend: Backend, order: Order, round: number | undefined): string {
  const { histories, seed, resetPairs, probes } = order;
  const run = `npm run torture -- --backend ${backend} --histories ${histories} --seed ${seed}`;
  if (round !== undefined) return `${run} --round ${round}`;
  return `${run} --reset-pairs ${resetPairs} --probes ${probes}`;
}
