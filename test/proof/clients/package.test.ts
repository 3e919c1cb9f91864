import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { minifySync } from 'vite';
import { describe, expect, it } from 'vitest';
import { ClientService } from '../../support/clients/client-service.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { installClient } from './packed-client.ts';

const run = promisify(execFile);
const PACKAGE = resolve('clients/typescript');
/** What applications that minify their code pay for the client. */
const MINIFIED_BYTES_MAX = 25_000;

const service = await ClientService.forFile();

/** An empty project in which the packed client was installed without a network. */
async function aProject() {
  const folder = await createTestFolder();
  return { folder, ...(await installClient(folder)) };
}

const runExample = async (folder: string, code: string) => {
  await writeFile(join(folder, 'example.js'), code);
  const env = { PATH: process.env['PATH'], PROMPTHOLD_URL: service.url, PROMPTHOLD_KEY: service.key };
  return (await run(process.execPath, ['example.js'], { cwd: folder, env })).stdout;
};

describe('the npm package of the client', () => {
  it('contains one file, its declarations, and no dependency', async () => {
    const { folder, paths, report } = await aProject();

    expect(paths.toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'dist/prompthold-client.d.ts',
      'dist/prompthold-client.js',
      'package.json',
    ]);
    expect(report).toContain('added 1 package');
    expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
      'prompthold-client',
    ]);
    const code = await readFile(join(PACKAGE, 'dist/prompthold-client.js'), 'utf8');
    expect([...code.matchAll(/^import /gm)]).toEqual([]);
    expect(new Set([...code.matchAll(/import\("([^"]+)"\)/g)].map(([, name]) => name))).toEqual(
      new Set(['node:fs/promises', 'node:fs', 'node:path', 'node:crypto', 'node:http', 'node:https']),
    );
    const minified = minifySync('prompthold-client.js', code, { module: true }).code;
    expect(gzipSync(minified).length).toBeLessThanOrEqual(MINIFIED_BYTES_MAX);
    const declarations = await readFile(join(PACKAGE, 'dist/prompthold-client.d.ts'), 'utf8');
    expect(declarations).not.toMatch(/^import|import\(| from '|\bany[,;>]/m);
  });

  it('runs the example of its README, which fits on a screen', async () => {
    const { folder } = await aProject();
    const readme = await readFile(join(folder, 'node_modules/prompthold-client/README.md'), 'utf8');
    const [, example = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];

    const output = await runExample(folder, example);

    expect(output).toContain('Dear Ada, thank you.\n');
    expect(output).toContain("[ { role: 'user', content: 'Dear Ada, thank you.' } ]");
    expect(readme.split('\n').length).toBeLessThanOrEqual(50);
    expect(await readdir(join(folder, '.prompthold'))).toEqual(['snapshot.json']);
  });

  it('has declarations that compile in strict mode, with the library of any target and without other types', async () => {
    const { folder } = await aProject();
    const application = `
      import { type Prompt, Prompthold, PromptholdError, type PromptholdEvent } from 'prompthold-client';
      interface Prompts {
        'a/b': { type: 'text'; variables: { name: string; city?: string }; config: { model: string } };
        chat: { type: 'chat'; variables: { q: string }; placeholders: 'history'; config: {} };
      }
      const prompts = new Prompthold<Prompts>({ key: () => 'x', onEvent: (event: PromptholdEvent) => void event.kind });
      const text: string = (await prompts.get('a/b', { fallback: 'Hi' })).render({ name: 'Ada' });
      const messages: { role: string; content: string }[] = (await prompts.get('chat')).render({ q: '' }, { history: [] });
      // @ts-expect-error: no such prompt
      await prompts.get('c');
      // @ts-expect-error: a misspelled variable
      (await prompts.get('a/b')).render({ nmae: 'Ada' });
      const model: string = (await prompts.get('a/b')).toOpenAI({ name: 'Ada' }).model;
      for await (const { type, data } of prompts.changes({ label: 'production' })) void [type, data['name']];
      try { await prompts.move('a/b', 'production', 2, { expect: 1 }); } catch (error) {
        if (error instanceof PromptholdError) void error.code;
      }
      const untyped: Prompthold = new Prompthold();
      const any_: string | unknown[] = (await untyped.get('anything')).render({ a: 1 });
      void [text, messages, model, any_, {} as Prompt<Prompts['chat']>];
      await prompts.close();
    `;
    await mkdir(join(folder, 'src'));
    await writeFile(join(folder, 'src/application.ts'), application);
    for (const target of ['es2022', 'esnext']) {
      const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        module: 'nodenext',
        target,
        noEmit: true,
        types: [],
        skipLibCheck: false,
      };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['src'] }));
      const compiled = run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]);
      await expect(compiled.catch(({ stdout }: { stdout: string }) => stdout)).resolves.toMatchObject({ stdout: '' });
    }
  });
});
