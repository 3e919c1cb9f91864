import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { packProgram, runNpm } from '../packaging/pack-program.ts';

/**
 * Installs the packed client into a folder, without the network, and makes packages of this repository available. Returns
 * the files of the package and the report of npm.
 */
export async function installClient(folder: string, packages: readonly string[] = []) {
  const { file, paths } = await packProgram(folder, 'clients/typescript');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }), {
    flag: 'wx',
  }).catch(ignoreExistence);
  const options = ['--offline', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { stdout: report } = await runNpm(folder, 'install', ...options, file);
  for (const name of packages) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve('node_modules', name), link);
  }
  return { paths, report };
}

function ignoreExistence(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
