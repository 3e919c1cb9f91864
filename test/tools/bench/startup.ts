import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROGRAM } from '../../support/service/service-process.ts';
import type { Table } from './report/text-table.ts';
import { median } from './statistics.ts';

const run = promisify(execFile);
const COMMANDS = [['--version'], ['--help'], ['config'], ['account', 'list']] as const;
const NANOSECONDS_PER_MS = 1e6;

interface StartCost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Medians of what the program costs until it has run a command, or is ready. Needs Linux and bash. */
export async function measureStartup(rounds: number, log: (line: string) => void): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'prompthold-startup-'));
  const measured = new Map<string, StartCost[]>();
  try {
    // The first round creates the database.
    await measureService(folder);
    for (let round = 1; round <= rounds; round += 1) {
      log(`round ${round} of ${rounds}`);
      for (const command of COMMANDS) add(measured, command.join(' '), await measureCommand(folder, command));
      add(measured, 'serve, until ready', await measureService(folder));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const rows = [...measured].map(([name, costs]) => [
    name,
    `${median(costs.map(({ cpuMs }) => cpuMs)).toFixed(0)} ms`,
    `${median(costs.map(({ wallMs }) => wallMs)).toFixed(0)} ms`,
  ]);
  return [['command', 'CPU', 'wall time'], ...rows];
}

function add(measured: Map<string, StartCost[]>, name: string, cost: StartCost): void {
  measured.set(name, [...(measured.get(name) ?? []), cost]);
}

/** As installed: none of the variables that tests set, such as one for a compile cache. */
const environment = { PATH: process.env['PATH'], PROMPTHOLD_HTTP_PORT: '0' };

/** The shell gets the CPU time of a process that has ended, with all its threads, from the kernel. */
async function measureCommand(folder: string, args: readonly string[]): Promise<StartCost> {
  const script = `TIMEFORMAT='%3R %3U %3S'; time "$@" > output 2>&1`;
  const { stderr } = await run('bash', ['--norc', '-c', script, 'bash', process.execPath, PROGRAM, ...args], {
    cwd: folder,
    env: environment,
  });
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number);
  return { cpuMs: (user + system) * 1000, wallMs: wall * 1000 };
}

async function measureService(folder: string): Promise<StartCost> {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const wallMs = await new Promise<number>((resolve, reject) => {
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, ready] = /^ready in (\d+) ms$/m.exec(output) ?? [];
      if (ready !== undefined) resolve(Number(ready));
    });
    void exited.then(() => reject(new Error(`the service ended before it was ready:\n${output}`)));
  });
  const cpuMs = runningCpuMs(child.pid ?? 0);
  child.kill('SIGTERM');
  await exited;
  return { cpuMs, wallMs };
}

/** Of all threads of a running process. The kernel counts this in nanoseconds. */
function runningCpuMs(pid: number): number {
  const times = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return times.reduce((sum, time) => sum + time, 0) / NANOSECONDS_PER_MS;
}
