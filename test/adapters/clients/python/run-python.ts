import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOrInstall } from '../../../support/servers/find-binary.ts';

const execute = promisify(execFile);

export const PYTHON_TESTS = import.meta.dirname;
export const PYTHON_CLIENT = join(import.meta.dirname, '../../../../clients/python');

/** Fails with the name of the package if there is none and it cannot be installed. */
export const findPython = (): Promise<string> =>
  findOrInstall({ binary: 'python3', package: 'python3', folders: [], variable: 'PATH' });

/** Tests create certificates with it. */
export const findOpenssl = (): Promise<string> =>
  findOrInstall({ binary: 'openssl', package: 'openssl', folders: [], variable: 'PATH' });

export interface PythonOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs Python with the client, and no variables of this process but PATH. Rejects with its output if it fails. */
export async function runPython(
  python: string,
  args: readonly string[],
  { cwd = PYTHON_TESTS, env = {} }: PythonOptions = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const variables = {
    PATH: process.env['PATH'],
    PYTHONPATH: PYTHON_CLIENT,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONIOENCODING: 'utf-8',
    ...env,
  };
  try {
    return await execute(python, args, { cwd, env: variables, maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`python3 ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}
