import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);
const REPOSITORY = join(import.meta.dirname, '../../..');

export interface BuiltCommit {
  readonly program: string;
  dispose(): Promise<void>;
}

/** Exports a commit of this repository to a temporary folder, installs its dependencies and builds it. */
export async function buildCommit(ref: string): Promise<BuiltCommit> {
  const { stdout } = await run('git', ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`], {
    cwd: REPOSITORY,
  }).catch(() => {
    throw new Error(`--compare must name a commit of this repository, not ${ref}`);
  });
  const folder = await temporaryFolder();
  try {
    await exportTo(folder, stdout.trim());
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
    await run('npm', ['run', '--silent', 'build'], { cwd: folder });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    program: join(folder, 'dist/main.js'),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

async function exportTo(folder: string, commit: string): Promise<void> {
  const archive = spawn('git', ['archive', commit], { cwd: REPOSITORY, stdio: ['ignore', 'pipe', 'inherit'] });
  const extract = spawn('tar', ['-x', '-C', folder], { stdio: [archive.stdout, 'ignore', 'inherit'] });
  const [code] = (await once(extract, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`tar exited with ${code}`);
}
