import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createTestFolder, startTestService } from '../../support/service/test-resources.ts';

const run = promisify(execFile);
const BUILD_MS = 240_000;

interface Stage {
  readonly name: string;
  readonly steps: readonly (readonly [instruction: string, args: string])[];
}

/** Parses the Dockerfile: each line is a step, unless it continues on the next line. */
async function readStages(): Promise<readonly Stage[]> {
  const text = (await readFile('Dockerfile', 'utf8')).replaceAll('\\\n', ' ');
  return text
    .split(/^(?=FROM )/m)
    .filter((part) => part.startsWith('FROM '))
    .map((part) => {
      const lines = part.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      const steps = lines.map((line) => [line.split(' ', 1).join(''), line.slice(line.indexOf(' ') + 1)] as const);
      return { name: / AS (\w+)$/.exec(lines[0] ?? '')?.[1] ?? 'image', steps };
    });
}

/**
 * Builds the image without Docker: each stage is a folder that contains only what is copied into it. The packages are
 * those of this repository; npm-pack.test.ts checks that they can be installed elsewhere.
 */
async function build(folder: string): Promise<string> {
  const folderOf = (stage: string) => join(folder, stage);
  for (const { name, steps } of await readStages()) {
    await mkdir(folderOf(name));
    for (const [instruction, args] of steps) {
      if (instruction === 'COPY') await copy(args, folderOf(name), folderOf);
      else if (instruction === 'RUN' && args.startsWith('npm ci'))
        await symlink(resolve('node_modules'), join(folderOf(name), 'node_modules'));
      else if (instruction === 'RUN' && args.startsWith('npm ')) await npm(folderOf(name), args.split(' ').slice(1));
    }
  }
  return folderOf('image');
}

async function copy(args: string, stage: string, folderOf: (stage: string) => string): Promise<void> {
  const [, from, list = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(args) ?? [];
  const files = list.split(' ');
  const target = resolve(stage, files.pop() ?? '');
  for (const file of files) {
    // A file copied into a folder keeps its name; a folder is copied by content.
    const place = files.length > 1 || target === stage ? join(target, file) : target;
    const source = from ? join(folderOf(from), file.replace(/^\/app\//, '')) : file;
    await cp(source, place, { recursive: true, verbatimSymlinks: true });
  }
}

const env = { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };

const npm = (folder: string, args: readonly string[]) => run('npm', [...args], { cwd: folder, env });

describe('the steps of the Dockerfile', () => {
  it('build a working program from the copied files alone', { timeout: BUILD_MS }, async () => {
    const image = await build(await createTestFolder());

    const { url } = await startTestService({ command: join(image, 'dist/main.js') });

    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const path of ['/api/docs/swagger-ui.css', '/dashboard']) expect((await fetch(url + path)).status).toBe(200);
    const { stdout } = await run(process.execPath, [join(image, 'dist/main.js'), '--version'], { env });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
