import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from '../../support/service/service-process.ts';

const run = promisify(execFile);

/** Runs the program in a Node.js process that reports this version. */
function runInNode(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  return run(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    PROGRAM,
    '--version',
  ]);
}

describe('the Node.js version', () => {
  it.each(['20.20.2', '22.11.0'])('%s is rejected in one sentence', async (version) => {
    await expect(runInNode(version)).rejects.toMatchObject({
      code: 78,
      stdout: '',
      stderr: `Prompthold needs Node.js 22.12 or newer; this is ${version}.\n`,
    });
  });

  it.each(['22.12.0', '23.0.0', '100.0.0'])('%s is accepted', async (version) => {
    await expect(runInNode(version)).resolves.toMatchObject({ stderr: '' });
  });
});
