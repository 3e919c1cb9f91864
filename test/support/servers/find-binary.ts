import { access, constants, glob } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { aptInstall } from './apt-install.ts';

export interface WantedBinary {
  readonly binary: string;
  /** The Debian package that contains it. */
  readonly package: string;
  /** Glob patterns of folders to search when it is not on the PATH. The highest version wins. */
  readonly folders: readonly string[];
  /** The environment variable with which a developer provides their own server instead. */
  readonly variable: string;
}

/** The properties of the machine that the search depends on, replaceable in tests. */
export interface Machine {
  readonly path: string;
  readonly isRoot: boolean;
  install(packageName: string): Promise<void>;
}

const thisMachine: Machine = {
  path: process.env['PATH'] ?? '',
  isRoot: process.getuid?.() === 0,
  install: aptInstall,
};

/** Returns the path of the binary. Installs its package if possible; otherwise throws, so that no test is skipped. */
export async function findOrInstall(wanted: WantedBinary, machine: Machine = thisMachine): Promise<string> {
  const found = await find(wanted, machine);
  if (found !== undefined) return found;
  if (!machine.isRoot || !(await findIn(machine.path.split(delimiter), 'apt-get'))) throw missing(wanted);

  try {
    await machine.install(wanted.package);
  } catch (cause) {
    throw missing(wanted, cause);
  }
  const installed = await find(wanted, machine);
  if (installed === undefined) throw missing(wanted);
  return installed;
}

async function find({ binary, folders }: WantedBinary, { path }: Machine): Promise<string | undefined> {
  return (await findIn(path.split(delimiter), binary)) ?? (await findIn(await newestFirst(folders), binary));
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

function missing({ binary, package: packageName, variable }: WantedBinary, cause?: unknown): Error {
  const attempt = cause === undefined ? '' : ', and installing it failed';
  return new Error(`${binary} was not found${attempt}: install the package ${packageName} or set ${variable}`, {
    cause,
  });
}
