import { readFileSync, writeFileSync } from 'node:fs';

/** Loaded into a process before its program: tells in a file how much memory it ever held, as the system counts it. */
process.on('exit', () => writeFileSync(process.env['PEAK_MEMORY_FILE'] ?? '', String(peakBytes())));

function peakBytes(): number {
  // What Linux hands out as maxRSS counts in the process that started this one.
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
