import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { invariant } from '../../../src/domain/invariant.ts';

const KIB_PER_MIB = 1024;

/** The kernel's statistics about a running process. */
export const processStatus = (pid: number | undefined) => ({
  /** The peak memory in MiB. */
  get peakMib(): number {
    return readMib(pid, /^VmHWM:\s+(\d+) kB$/m);
  },
  /** The memory in MiB at present. */
  get residentMib(): number {
    return readMib(pid, /^VmRSS:\s+(\d+) kB$/m);
  },
  get socketCount(): number {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).filter((name) => readLink(`${folder}/${name}`).startsWith('socket:')).length;
  },
});

function readMib(pid: number | undefined, line: RegExp): number {
  const [, kib] = line.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  invariant(kib !== undefined, 'the kernel reports the memory of a process');
  return Number(kib) / KIB_PER_MIB;
}

/** Empty for a descriptor that was closed in the meantime. */
function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** The number of files and sockets this process may open. Node has raised its soft limit to the hard limit. */
export function openFilesMax(): number {
  const [, limit = ''] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}
