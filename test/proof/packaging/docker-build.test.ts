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
  readonly steps: readonly (readonly [instruction: string, words: string])[];
}

/** As Docker reads them: a line is a step, unless it goes on in the next one. */
async function stages(): Promise<readonly Stage[]> {
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
 * What can be done of an image without Docker: each stage is a folder with nothing but what is copied into it. The
 * packages are those of this repository; that they can be installed without it is told by npm-pack.test.ts.
 */
async function build(folder: string): Promise<string> {
  const of = (stage: string) => join(folder, stage);
  for (const { name, steps } of await stages()) {
    await mkdir(of(name));
    for (const [instruction, words] of steps) {
      if (instruction === 'COPY') await copy(words, of(name), of);
      else if (instruction === 'RUN' && words.startsWith('npm ci'))
        await symlink(resolve('node_modules'), join(of(name), 'node_modules'));
      else if (instruction === 'RUN' && words.startsWith('npm ')) await npm(of(name), words.split(' ').slice(1));
    }
  }
  return of('image');
}

async function copy(words: string, stage: string, of: (stage: string) => string): Promise<void> {
  const [, from, list = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(words) ?? [];
  const files = list.split(' ');
  const target = resolve(stage, files.pop() ?? '');
  for (const file of files) {
    // Into a folder keeps its name; a folder's own content does not.
    const place = files.length > 1 || target === stage ? join(target, file) : target;
    const source = from ? join(of(from), file.replace(/^\/app\//, '')) : file;
    await cp(source, place, { recursive: true, verbatimSymlinks: true });
  }
}

const env = { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };

const npm = (folder: string, words: readonly string[]) => run('npm', [...words], { cwd: folder, env });

describe('the steps of the Dockerfile', () => {
  it('build a program that serves, from what they copy alone', { timeout: BUILD_MS }, async () => {
    const image = await build(await createTestFolder());

    const { url } = await startTestService({ command: join(image, 'dist/main.js') });

    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const path of ['/api/docs/swagger-ui.css', '/dashboard']) expect((await fetch(url + path)).status).toBe(200);
    const { stdout } = await run(process.execPath, [join(image, 'dist/main.js'), '--version'], { env });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
