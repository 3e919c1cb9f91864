import { execFile } from 'node:child_process';
import { access, constants, glob } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface WantedBinary {
  readonly binary: string;
  /** The Debian package that contains it; by default one of the same name. */
  readonly package?: string;
  /** Glob patterns of folders to search when it is not on the PATH. The highest version wins. */
  readonly folders?: readonly string[];
  /** The environment variable with which a developer provides their own server instead. */
  readonly variable?: string;
}

/** Returns the path of the binary. Installs its package if possible; otherwise throws, so that no test is skipped. */
export async function findOrInstall(wanted: WantedBinary): Promise<string> {
  const found = await find(wanted);
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !(await findIn(onPath(), 'apt-get'))) throw missing(wanted);

  try {
    await aptInstall(wanted.package ?? wanted.binary);
  } catch (cause) {
    throw missing(wanted, cause);
  }
  const installed = await find(wanted);
  if (installed === undefined) throw missing(wanted);
  return installed;
}

const onPath = (): readonly string[] => (process.env['PATH'] ?? '').split(delimiter);

async function find({ binary, folders = [] }: WantedBinary): Promise<string | undefined> {
  return (await findIn(onPath(), binary)) ?? (await findIn(await newestFirst(folders), binary));
}

async function findIn(folders: readonly string[], binary: string): Promise<string | undefined> {
  for (const folder of folders) {
    const candidate = join(folder, binary);
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function newestFirst(patterns: readonly string[]): Promise<string[]> {
  const folders = await Array.fromAsync(glob([...patterns]));
  return folders.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
}

function missing({ binary, package: name = binary, variable = 'PATH' }: WantedBinary, cause?: unknown): Error {
  const attempt = cause === undefined ? '' : ', and installing it failed';
  return new Error(`${binary} was not found${attempt}: install the package ${name} or set ${variable}`, { cause });
}

// A failed update is not fatal: the package lists on disk may suffice.
const UPDATE_AND_INSTALL = `
  [ "$(dpkg-query --show --showformat '\${db:Status-Status}' "$1")" = installed ] && exit
  apt-get update --quiet
  apt-get install --yes --quiet --no-install-recommends "$1"
`;

/**
 * Installs a Debian package, unless another process did so while we waited for the lock.
 *
 * Test runs may start at the same time, and a second `apt-get update` fails instead of waiting. A lock on dpkg's
 * own folder leaves no file behind and does not conflict with the locks that apt itself takes.
 */
async function aptInstall(packageName: string): Promise<void> {
  await run('flock', ['/var/lib/dpkg', 'sh', '-c', UPDATE_AND_INSTALL, 'apt-install', packageName], {
    env: {
      ...process.env,
      DEBIAN_FRONTEND: 'noninteractive',
      // Simulates single-user mode, in which package scripts do not start a server.
      RUNLEVEL: '1',
    },
    maxBuffer: 16 * 1024 * 1024,
  });
}
