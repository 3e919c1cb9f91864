import { parseArgs } from 'node:util';
import { Installation } from '../../support/service/installation.ts';
import { BACKENDS, type Backend, openBackend } from '../backends.ts';
import { COMPATIBLE_APIS, FUZZ_SETTINGS } from './compatible-apis.ts';
import { EPOCH_REQUESTS, Fuzzer, type FuzzReport } from './fuzzer.ts';
import { formatSummary } from './report.ts';

const USAGE =
  'npm run fuzz -- [--requests 20000] [--seed S] [--from N] [--only A,B] [--backend sqlite|postgres|redis|redis-cluster]\n';
const EXIT_USAGE = 64;

interface Options {
  readonly backend: Backend;
  readonly seed: number;
  readonly from: number;
  readonly requests: number;
  readonly only: readonly string[] | undefined;
}

/** Returns undefined for invalid arguments. */
function readArguments(): Options | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { requests: text, seed: text, from: text, only: text, backend: text } });
    const { requests = '20000', seed = String(Date.now() % 2 ** 31), from = '0' } = values;
    const backend = BACKENDS.find((name) => name === (values.backend ?? 'sqlite'));
    const areNumbers = [requests, seed, from].every((value) => /^\d{1,10}$/.test(value));
    if (!areNumbers || !backend) return undefined;
    const only = values.only?.split(',');
    return { backend, seed: Number(seed), from: Number(from), requests: Number(requests), only };
  } catch {
    return undefined;
  }
}

async function fuzz({ backend, ...options }: Options): Promise<FuzzReport> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.adopt(await openBackend(backend), (storage) => storage.dispose());
  const installation = stack.adopt(await Installation.on(url, FUZZ_SETTINGS), (each) => each.dispose());
  const service = await installation.serve();
  return await Fuzzer.run(service, { ...options, undocumented: COMPATIBLE_APIS });
}

const options = readArguments();
if (!options) {
  process.stderr.write(USAGE);
  process.exitCode = EXIT_USAGE;
} else {
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
}
