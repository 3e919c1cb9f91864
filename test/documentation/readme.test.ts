import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOrInstall } from '../support/servers/find-binary.ts';
import { PROGRAM, ServiceProcess } from '../support/service-process.ts';

const run = promisify(execFile);
const README = join(import.meta.dirname, '../../README.md');

/** The commands under a heading, in the order in which a reader types them. */
async function commandsUnder(heading: string): Promise<string> {
  const [, section = ''] = (await readFile(README, 'utf8')).split(`## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, commands]) => commands).join('\n');
}

describe('the README', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    await findOrInstall({ binary: 'curl', package: 'curl', folders: [], variable: 'PATH' });
    service = await ServiceProcess.start();
  });
  afterAll(() => service.dispose());

  it('tells the story of a key and a prompt, and every command does what it says', async () => {
    const commands = (await commandsUnder('The API on one screen'))
      .replaceAll('http://127.0.0.1:3000', service.url)
      .replaceAll('npm run --silent cli --', `"${process.execPath}" "${PROGRAM}"`);
    const env = { PATH: process.env['PATH'], PROMPTHOLD_URL: service.url };

    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', commands], { cwd: service.folder, env });

    const lines = stdout.split('\n');
    const seen = (text: string): number => lines.filter((line) => line.includes(text)).length;
    expect(seen('"token":"ph_')).toBeGreaterThan(0);
    expect(lines).toContain('304');
    expect(seen('"code":"variables_invalid","details":[{"path":"city","problem":"missing"}]')).toBe(1);
    expect(seen('"text":"Dear Ada from London, thank you."')).toBe(1);
    expect(seen('"code":"breaking_change","details":[{"path":"city"')).toBe(1);
    expect(seen('"data":{"label":"production","version":2,"previous":1')).toBe(1);
    expect(seen('"data":{"label":"production","version":1,"previous":2')).toBe(1);
    expect(seen('"resolved":{"by":"label","label":"production","version":')).toBe(1);
    expect(await readFile(join(service.folder, 'prompts/support/reply.prompt.md'), 'utf8')).toContain('Dear {{name}}');
  });
});
