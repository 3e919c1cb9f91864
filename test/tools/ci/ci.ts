import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FailedFile, type RunReport, runReport } from '../../support/run-report.ts';
import { runTier } from './run-tier.ts';

/** Runs npm scripts of tests one after the other, as CI does: `ci.ts test test:proof-of-build`. Stops at the first that fails. */
const { positionals: scripts } = parseArgs({ allowPositionals: true });
if (scripts.length === 0) throw new Error('name at least one npm script to run');

for (const script of scripts) {
  const hasPassed = await runTier({
    runTier: () => runScript(script),
    runFile: ({ project, path }: FailedFile) => run('npx', ['vitest', 'run', '--project', project, path]),
    log: (line) => void process.stdout.write(`${line}\n`),
  });
  if (!hasPassed) process.exit(1);
}

async function runScript(script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'prompthold-ci-'));
  try {
    const path = join(folder, 'report.json');
    const exitCode = await run('npm', ['run', script], { TEST_REPORT: path });
    return { exitCode, report: await readReport(path) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readReport(path: string): Promise<RunReport | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : runReport.parse(JSON.parse(text));
}

async function run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  const [code] = await once(child, 'close');
  // Null when a signal ended it.
  return code ?? 1;
}
