import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { arch } from 'node:os';
import { join } from 'node:path';
import { buildCommit } from './build-commit.ts';
import { measureClient } from './clients/measure-client.ts';
import { compareBackend } from './compare-backend.ts';
import { type CorePlan, describeCores, pinToOtherCores, planCores } from './cores.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { measureBackend } from './measure-backend.ts';
import { type BenchOptions, HELP, parseOptions } from './options.ts';
import { drawChart } from './report/chart.ts';
import { type BackendFigures, type RunFigures, summarize } from './report/figures.ts';
import { describeMachine } from './report/machine.ts';
import { formatPage } from './report/page.ts';
import { comparisonTable, costTable, growthTable, latencyTable, limitTable, mcpTable } from './report/tables.ts';
import { formatTextTable } from './report/text-table.ts';
import type { BackendResult } from './results.ts';
import { measureStartup } from './startup.ts';
import { measureStreams } from './streams/idle-streams.ts';
import { measureWorkers, READS } from './workers/measure-workers.ts';

const CONNECTIONS = 10;
const DOCS = join(import.meta.dirname, '../../../docs');
const FIGURES = join(import.meta.dirname, 'figures');

const log = (line: string): boolean => process.stderr.write(`${line}\n`);
const print = (text: string): boolean => process.stdout.write(text);

async function measure(options: BenchOptions, cores: CorePlan | undefined): Promise<readonly BackendResult[]> {
  const { rounds, seconds, scenarios, mcp, flood } = options;
  const end = { afterMs: seconds * 1000 };
  const measureOptions = { connections: CONNECTIONS, rounds, end, scenarios, mcp, flood };
  const results: BackendResult[] = [];
  for (const backend of options.backends) {
    const measured = await measureBackend(backend, measureOptions, cores, log);
    const growth = options.growth ? await measureGrowth(backend, measureOptions, cores, log) : undefined;
    const result = { ...measured, growth };
    results.push(result);
    printFigures(summarize(result));
  }
  return results;
}

function printFigures(figures: BackendFigures): void {
  print(`\n${figures.backend}\n`);
  for (const table of [costTable, latencyTable, mcpTable, growthTable, limitTable]) {
    const rows = table([{ figures }]);
    if (rows.length > 1) print(`\n${formatTextTable(rows)}`);
  }
}

/** Alternates between this checkout and another commit, on every backend. */
async function compare(ref: string, options: BenchOptions, cores: CorePlan | undefined): Promise<void> {
  const { rounds, seconds, scenarios, backends } = options;
  const measureOptions = { connections: CONNECTIONS, rounds, end: { afterMs: seconds * 1000 }, scenarios };
  log(`building ${ref}`);
  const other = await buildCommit(ref);
  try {
    for (const backend of backends) {
      const results = await compareBackend(backend, other.program, measureOptions, cores, log);
      print(`\n${backend}\n\n${formatTextTable(comparisonTable(ref, results))}`);
    }
  } finally {
    await other.dispose();
  }
}

/** The figures of each architecture are kept, so that the page shows all of them, wherever it is written. */
async function writePage(run: RunFigures): Promise<void> {
  await mkdir(FIGURES, { recursive: true });
  await writeFile(join(FIGURES, `${run.architecture}.json`), `${JSON.stringify(run, null, 2)}\n`);
  const files = (await readdir(FIGURES)).toSorted();
  const runs = await Promise.all(
    files.map(async (file): Promise<RunFigures> => JSON.parse(await readFile(join(FIGURES, file), 'utf8'))),
  );
  await writeFile(join(DOCS, 'benchmarks.md'), formatPage(runs));
  await writeFile(join(DOCS, `benchmarks-${run.architecture}.svg`), drawChart(run.backends));
}

async function bench(options: BenchOptions): Promise<void> {
  const { rounds, seconds } = options;
  if (options.startup) {
    print(formatTextTable(await measureStartup(rounds, log)));
    return;
  }
  if (options.streams) {
    print(formatTextTable(await measureStreams(options.backends, log)));
    return;
  }
  if (options.client) {
    print(formatTextTable(await measureClient(options.backends, rounds, log)));
    return;
  }
  if (options.workers !== undefined) {
    const scenarios = options.scenarios.filter((name) => READS.includes(name));
    print(formatTextTable(await measureWorkers({ ...options, scenarios, workers: options.workers }, log)));
    return;
  }
  const cores = planCores();
  const facts = {
    date: new Date().toISOString().slice(0, 10),
    architecture: arch(),
    machine: describeMachine(),
    cores: describeCores(cores),
    connections: CONNECTIONS,
    rounds,
    seconds,
  };
  if (cores) pinToOtherCores(cores);
  log(facts.cores);
  if (options.compare !== undefined) return compare(options.compare, options, cores);
  const results = await measure(options, cores);
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(results, null, 2)}\n`);
  if (options.write) await writePage({ ...facts, backends: results.map(summarize) });
}

try {
  const options = parseOptions(process.argv.slice(2));
  if (options) await bench(options);
  else print(HELP);
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
