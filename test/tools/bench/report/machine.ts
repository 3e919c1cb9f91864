import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';

/** The machine and its load average before the run. */
export function describeMachine(): readonly (readonly [string, string])[] {
  const [{ model } = { model: 'unknown' }] = cpus();
  return [
    ['Processor', `${model.trim()}, ${cpus().length} cores, ${arch()}`],
    ['Memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['Kernel', `${type()} ${release()}`],
    ['Node', process.version],
    ['Load before the run', (loadavg()[0] ?? 0).toFixed(1)],
  ];
}
