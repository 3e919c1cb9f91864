import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const execute = promisify(execFile);

/** Stands for the program: the account has these prompts, one of which tries to run a command. */
const PROGRAM = `prompthold() {
  [[ "$*" == 'prompt list --quiet' ]] && printf '%s\\n' support/reply support/refund sales/offer '$(touch hacked)'
}`;

describe('completion in bash', () => {
  let script: string;
  beforeAll(async () => {
    script = (await runCommand(['completion', 'bash'])).stdout;
  });

  /** What a shell that has sourced the script twice offers for the last word. */
  async function complete(words: readonly string[], cwd?: string): Promise<string[]> {
    const code = `${script}\n${script}\n${PROGRAM}
      COMP_WORDS=(prompthold "$@"); COMP_CWORD=$#
      _prompthold && printf '%s\\n' "\${COMPREPLY[@]}"`;
    const args = ['--norc', '--noprofile', '-euo', 'pipefail', '-c', code, 'bash', ...words];
    const { stdout, stderr } = await execute('bash', args, cwd === undefined ? {} : { cwd });
    expect(stderr).toBe('');
    return stdout.split('\n').filter((line) => line !== '');
  }

  it('is registered for the program', async () => {
    const { stdout } = await execute('bash', ['--norc', '-c', `${script}\ncomplete -p prompthold`]);

    expect(stdout).toBe('complete -F _prompthold prompthold\n');
  });

  it('offers commands and their subcommands', async () => {
    expect(await complete(['s'])).toEqual(['serve', 'storage', 'snapshot']);
    expect(await complete(['prompt', 'r'])).toEqual(['render', 'rollback']);
    expect(await complete(['--config', 'prompt', 'keyring', 'rec'])).toEqual(['recover']);
    expect(await complete([''])).toEqual(expect.arrayContaining(['serve', 'account', 'prompt', 'completion']));
  });

  it('offers the options of a command, and those of the program', async () => {
    expect(await complete(['prompt', 'render', 'support/reply', '--va'])).toEqual(['--var', '--var-json', '--values']);
    expect(await complete(['serve', '--'])).toEqual(['--port', '--host', '--help', '--config', '--version']);
    expect(await complete(['account', 'list', ''])).toContain('--json');
  });

  it('offers the values of an option, however they are written', async () => {
    expect(await complete(['prompt', 'list', '--type', ''])).toEqual(['text', 'chat']);
    expect(await complete(['prompt', 'list', '--type', '='])).toEqual(['text', 'chat']);
    expect(await complete(['prompt', 'list', '--type', '=', 'c'])).toEqual(['chat']);
    expect(await complete(['prompt', 'list', '--label', ''])).toEqual([]);
    expect(await complete(['import', '--from', 'l'])).toEqual(['langfuse', 'langwatch', 'litellm']);
    expect(await complete(['completion', ''])).toEqual(['bash', 'zsh', 'fish']);
  });

  it('offers the prompts of the account where a prompt is expected, and runs nothing', async () => {
    const folder = await createTestFolder();

    expect(await complete(['prompt', 'show', 'support/re'], folder)).toEqual(['support/reply', 'support/refund']);
    expect(await complete(['prompt', 'diff', '--json', ''], folder)).toContain('sales/offer');
    expect(await complete(['prompt', 'promote', 'sales/offer', 's'], folder)).toEqual([]);
    expect(await complete(['prompt', 'show', '$'], folder)).toEqual(['$(touch hacked)']);
    expect((await execute('ls', [folder])).stdout).toBe('');
  });

  it('offers files and folders where they are expected', async () => {
    const folder = await createTestFolder();
    await writeFile(join(folder, 'my values.json'), '{}');
    await mkdir(join(folder, 'my prompts'));

    expect(await complete(['prompt', 'render', 'a', '--values', 'my'], folder)).toEqual(
      expect.arrayContaining(['my values.json', 'my prompts']),
    );
    expect(await complete(['prompt', 'push', 'my'], folder)).toEqual(['my prompts']);
    expect(await complete(['restore', 'my v'], folder)).toEqual(['my values.json']);
    expect(await complete(['import', '--from', 'openai', 'my values.json', 'my v'], folder)).toEqual([
      'my values.json',
    ]);
  });
});

describe('prompthold completion', () => {
  it('rejects other shells', async () => {
    const { code, stdout, stderr } = await runCommand(['completion', 'csh']);

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toContain('Allowed choices are bash, zsh, fish.');
  });
});
