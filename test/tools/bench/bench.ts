import { mkdir, writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { stolenMs, stolenMsSince } from '../../support/service/stolen-time.ts';
import { type CorePlan, describeCores, pinToOtherCores, planCores } from './cores.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { LoadProcess } from './load/load-process.ts';
import type { BackendResult, Log, MeasureOptions } from './measure.ts';
import { compareCheckouts, measureBackend } from './measure-backend.ts';
import { measureWorkers, WORKER_CONNECTIONS } from './measure-workers.ts';
import { type BenchOptions, HELP, parseOptions } from './options.ts';
import { costTable, formatPage, tablesOf } from './report.ts';
import { formatTextTable, type Table } from './text-table.ts';

const CONNECTIONS = 10;
const PAGES = join(import.meta.dirname, '../../../docs/benchmarks');

const log: Log = (line) => void process.stderr.write(`${line}\n`);
const print = (text: string): boolean => process.stdout.write(text);

async function bench(options: BenchOptions): Promise<void> {
  const { rounds, seconds, workers } = options;
  const stolenBefore = stolenMs();
  const conditions = describeMachine();
  const describeRun = (): Table => [
    ...conditions,
    ['Rounds', `${rounds} of ${seconds} s`],
    ['CPU time withheld by the host', `${(stolenMsSince(stolenBefore) / 1000).toFixed(1)} s`],
  ];
  // Workers share the cores.
  const cores = workers === undefined ? planCores() : undefined;
  if (cores) pinToOtherCores(cores);
  using load = new LoadProcess();
  const end = { afterMs: seconds * 1000 };
  if (workers !== undefined) {
    const measureOptions = { ...options, connections: WORKER_CONNECTIONS, end, load, log };
    print(formatTextTable(await measureWorkers({ ...options, workers }, measureOptions)));
    print(`\n${formatTextTable(describeRun())}`);
    return;
  }
  const results = await measureBackends(options, { ...options, connections: CONNECTIONS, end, load, log }, cores);
  const described = [...describeRun(), ['Cores', describeCores(cores)]];
  print(`\n${formatTextTable(described)}`);
  if (options.write && options.compare === undefined) {
    await mkdir(PAGES, { recursive: true });
    await writeFile(join(PAGES, `${arch()}.md`), formatPage(arch(), described, results));
  }
}

async function measureBackends(
  { backends, compare, flood, growth }: BenchOptions,
  measureOptions: MeasureOptions,
  cores: CorePlan | undefined,
): Promise<readonly BackendResult[]> {
  const results: BackendResult[] = [];
  for (const backend of backends) {
    const options = { ...measureOptions, log: (line: string) => log(`${backend}: ${line}`) };
    if (compare !== undefined) {
      const rows = await compareCheckouts(backend, compare, options, cores);
      print(`\n${backend}\n\n${formatTextTable(costTable(compare, rows))}`);
      continue;
    }
    const measured = await measureBackend(backend, { ...options, flood }, cores);
    const result = { ...measured, growth: growth ? await measureGrowth(backend, options, cores) : undefined };
    results.push(result);
    print(`\n${backend}\n`);
    for (const table of tablesOf(result)) print(`\n${formatTextTable(table)}`);
  }
  return results;
}

/** The machine, and its load average before the run. */
function describeMachine(): Table {
  const [{ model } = { model: 'unknown' }] = cpus();
  return [
    ['Measured on', new Date().toISOString().slice(0, 10)],
    ['Processor', `${model.trim()}, ${cpus().length} cores, ${arch()}`],
    ['Memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['Kernel', `${type()} ${release()}`],
    ['Node', process.version],
    ['Load before the run', (loadavg()[0] ?? 0).toFixed(1)],
  ];
}

try {
  const options = parseOptions(process.argv.slice(2));
  if (options) await bench(options);
  else print(HELP);
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
