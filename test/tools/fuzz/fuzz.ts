import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '../../support/servers/postgres/postgres-database.ts';
import { startPostgres } from '../../support/servers/postgres/postgres-server.ts';
import { startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { startRedis } from '../../support/servers/redis/redis-server.ts';
import { Installation } from '../../support/service/installation.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { COMPATIBLE_APIS } from './compatible-apis.ts';
import { EPOCH_REQUESTS, Fuzzer, type FuzzReport } from './fuzzer.ts';
import { formatSummary, progressBar } from './report.ts';
import { FUZZ_SETTINGS } from './settings.ts';

const USAGE =
  'npm run fuzz -- [--requests 20000] [--seed S] [--from N] [--only A,B] [--backend sqlite|postgres|redis|redis-cluster]\n';
const EXIT_USAGE = 64;

interface Backend {
  readonly url: string;
  dispose(): Promise<void>;
}

const backends: Readonly<Record<string, () => Promise<Backend>>> = {
  sqlite: async () => {
    const folder = await temporaryFolder();
    return { url: `sqlite:${join(folder, 'prompthold.db')}`, dispose: () => rm(folder, { recursive: true }) };
  },
  postgres: async () => {
    const server = await startPostgres();
    return { url: await createDatabase(server.url), dispose: () => server.dispose() };
  },
  redis: () => startRedis(),
  'redis-cluster': () => startRedisCluster({ replicas: 0 }),
};

interface Options {
  readonly backend: string;
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
    const { requests = '20000', seed = String(Date.now() % 2 ** 31), from = '0', backend = 'sqlite' } = values;
    const areNumbers = [requests, seed, from].every((value) => /^\d{1,10}$/.test(value));
    if (!areNumbers || !Object.hasOwn(backends, backend)) return undefined;
    const only = values.only?.split(',');
    return { backend, seed: Number(seed), from: Number(from), requests: Number(requests), only };
  } catch {
    return undefined;
  }
}

async function fuzz({ backend, ...options }: Options): Promise<FuzzReport> {
  const storage = await backends[backend]?.();
  if (!storage) throw new Error(`unknown backend ${backend}`);
  try {
    const installation = await Installation.on(storage.url, FUZZ_SETTINGS);
    try {
      const service = await installation.serve();
      return await Fuzzer.run(service, {
        ...options,
        undocumented: COMPATIBLE_APIS,
        onProgress: progressBar(options.requests),
      });
    } finally {
      await installation.dispose();
    }
  } finally {
    await storage.dispose();
  }
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
