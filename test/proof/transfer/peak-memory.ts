import { readFileSync, writeFileSync } from 'node:fs';

/** Preloaded into a process: writes its peak memory, as reported by the kernel, to a file. */
process.on('exit', () => writeFileSync(process.env['PEAK_MEMORY_FILE'] ?? '', String(peakBytes())));

function peakBytes(): number {
  // maxRSS on Linux includes the process that started this one.
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
