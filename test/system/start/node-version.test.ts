import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from '../../support/service/service-process.ts';

const run = promisify(execFile);

/** The program in a Node.js that says that it is another. */
function inNode(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  return run(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    PROGRAM,
    '--version',
  ]);
}

describe('Node.js', () => {
  it.each(['20.20.2', '22.11.0'])('%s is refused in one sentence', async (version) => {
    await expect(inNode(version)).rejects.toMatchObject({
      code: 78,
      stdout: '',
      stderr: `Prompthold needs Node.js 22.12 or newer; this is ${version}.\n`,
    });
  });

  it.each(['22.12.0', '23.0.0', '100.0.0'])('%s will do', async (version) => {
    await expect(inNode(version)).resolves.toMatchObject({ stderr: '' });
  });
});
