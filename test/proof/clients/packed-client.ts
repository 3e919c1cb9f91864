import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { runNpm } from '../packaging/pack-program.ts';

const packed = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })).length(1);

/** Packs the existing build of the TypeScript client: building again would remove files that other tests are using. */
export async function packClient(folder: string) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await runNpm('clients/typescript', ...args);
  const [tarball] = packed.parse(JSON.parse(stdout));
  return { file: join(folder, tarball?.filename ?? ''), paths: tarball?.files.map(({ path }) => path) ?? [] };
}

/** Installs the packed client into a folder, without the network, and makes packages of this repository available. */
export async function installClient(folder: string, packages: readonly string[] = []): Promise<void> {
  const { file } = await packClient(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }), {
    flag: 'wx',
  }).catch(ignoreExistence);
  await runNpm(folder, 'install', '--offline', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', file);
  for (const name of packages) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve('node_modules', name), link);
  }
}

function ignoreExistence(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
