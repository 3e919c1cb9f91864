import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** Runs npm as a user does, without the variables that `npm test` and Vitest set for this repository. */
export function runNpm(folder: string, ...args: readonly string[]) {
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_ENV$)/i.test(name) || /^npm_config_(registry|userconfig|cache)$/i.test(name),
  );
  return run('npm', [...args], { cwd: folder, env: Object.fromEntries(environment), maxBuffer: 16 * 1024 * 1024 });
}

const packed = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })).length(1);

/** Packs the existing build of a package: building again would remove files that other tests are using. */
export async function packProgram(folder: string, source = process.cwd()) {
  const { stdout } = await runNpm(source, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder);
  const [tarball] = packed.parse(JSON.parse(stdout));
  return { file: join(folder, tarball?.filename ?? ''), paths: tarball?.files.map(({ path }) => path) ?? [] };
}
