import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { invariant } from '../../../src/domain/invariant.ts';

const KIB_PER_MIB = 1024;

/** What the kernel says of a running process. */
export const processStatus = (pid: number | undefined) => ({
  /** The most memory it ever had at once, in MiB. */
  get peakMib(): number {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    invariant(kib !== undefined, 'the kernel tells the memory of a process');
    return Number(kib) / KIB_PER_MIB;
  },
  get socketCount(): number {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).filter((name) => linkOf(`${folder}/${name}`).startsWith('socket:')).length;
  },
});

/** Empty for what has been closed in the meantime. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** How many files and sockets this process may have open. Node has raised its own limit to the hard one. */
export function openFilesMax(): number {
  const [, limit = ''] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}
