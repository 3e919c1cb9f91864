import { parseArgs } from 'node:util';
import { Installation } from '../../support/service/installation.ts';
import { BACKENDS, type Backend, openBackend } from '../backends.ts';
import { parseName, parseWholeNumber, readArguments } from '../options.ts';
import { COMPATIBLE_APIS, FUZZ_SETTINGS } from './compatible-apis.ts';
import { EPOCH_REQUESTS, Fuzzer, type FuzzReport } from './fuzzer.ts';
import { formatSummary } from './report.ts';

const USAGE =
  'npm run fuzz -- [--requests 20000] [--seed S] [--from N] [--only A,B] [--backend sqlite|postgres|redis|redis-cluster]\n';

interface Options {
  readonly backend: Backend;
  readonly seed: number;
  readonly from: number;
  readonly requests: number;
  readonly only: readonly string[] | undefined;
}

function parseOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const options = { requests: text, seed: text, from: text, only: text, backend: text };
  const {
    requests = '20000',
    seed,
    from = '0',
    only,
    backend = 'sqlite',
  } = parseArgs({ args: [...args], options }).values;
  return {
    backend: parseName(BACKENDS, backend, '--backend'),
    seed: seed === undefined ? Date.now() % 2 ** 31 : parseWholeNumber(seed, '--seed'),
    from: parseWholeNumber(from, '--from'),
    requests: parseWholeNumber(requests, '--requests'),
    only: only?.split(','),
  };
}

async function fuzz({ backend, ...options }: Options): Promise<FuzzReport> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.adopt(await openBackend(backend), (storage) => storage.dispose());
  const installation = stack.adopt(await Installation.on(url, FUZZ_SETTINGS), (each) => each.dispose());
  const service = await installation.serve();
  return await Fuzzer.run(service, { ...options, undocumented: COMPATIBLE_APIS });
}

const options = readArguments(parseOptions, USAGE);
const { backend, seed } = options;
process.stderr.write(`seed ${seed} on ${backend}\n`);
const report = await fuzz(options);
const replay = (number: number) => {
  const from = Math.max(options.from, number - (number % EPOCH_REQUESTS));
  const only = options.only ? ` --only ${options.only.join()}` : '';
  return `npm run fuzz --${only} --backend ${backend} --seed ${seed} --from ${from} --requests ${number - from + 1}`;
};
process.stdout.write(formatSummary(report, replay));
process.exitCode = report.findings.length > 0 ? 1 : 0;
