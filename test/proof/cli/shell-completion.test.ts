import { execFile } from 'node:child_process';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOrInstall } from '../../support/servers/find-binary.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const execute = promisify(execFile);
const INSTALL_MS = 300_000;

const findShell = (shell: string): Promise<string> =>
  findOrInstall({ binary: shell, package: shell, folders: [], variable: 'PATH' });

/** A folder with the script of that shell, and a program that lists two prompts. */
async function createShellFolder(shell: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'script'), (await runCommand(['completion', shell])).stdout);
  await writeFile(join(folder, 'prompthold'), "#!/bin/sh\nprintf '%s\\n' support/reply support/refund\n");
  await chmod(join(folder, 'prompthold'), 0o755);
  await writeFile(join(folder, 'values.json'), '{}');
  return folder;
}

const environmentOf = (folder: string) => ({
  PATH: `${folder}:${process.env['PATH']}`,
  HOME: folder,
  ZDOTDIR: folder,
  TERM: 'dumb',
});

describe('completion in fish', () => {
  let fish: string;
  let folder: string;
  beforeAll(async () => {
    fish = await findShell('fish');
    folder = await createShellFolder('fish');
  }, INSTALL_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function complete(line: string): Promise<string[]> {
    const code = `source script; complete -C '${line}'`;
    const { stdout, stderr } = await execute(fish, ['--no-config', '-c', code], {
      cwd: folder,
      env: environmentOf(folder),
    });
    expect(stderr).toBe('');
    return stdout
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => text.replace(/\t.*/, ''));
  }

  it('offers commands, options, values, prompts and files', async () => {
    expect(await complete('prompthold s')).toEqual(['serve', 'snapshot', 'storage']);
    expect(await complete('prompthold prompt r')).toEqual(['render', 'rollback']);
    expect(await complete('prompthold --config prompt keyring ret')).toEqual(['retire']);
    expect(await complete('prompthold prompt render x --va')).toEqual(
      expect.arrayContaining(['--var', '--var-json', '--values']),
    );
    expect(await complete('prompthold prompt list --type ')).toEqual(['chat', 'text']);
    expect(await complete('prompthold prompt show support/re')).toEqual(
      expect.arrayContaining(['support/reply', 'support/refund']),
    );
    expect(await complete('prompthold prompt promote support/reply s')).toEqual([]);
    expect(await complete('prompthold prompt render a --values val')).toEqual(['values.json']);
    expect(await complete('prompthold import script val')).toEqual(['values.json']);
    expect(await complete('prompthold completion ')).toEqual(['bash', 'fish', 'zsh']);
  });
});

/** An interactive zsh that prints what it offers at TAB, between << and >>, and ends. */
const ZSHRC = `PROMPT= RPROMPT=
autoload -Uz compinit && compinit -u -d ./zcompdump
source ./script
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)* ]]; then builtin compadd "$@"; return; fi
  typeset -a found
  builtin compadd -O found "$@"
  (( \${#found} )) && print -rl -- "<<\${(@)^found}>>"
  builtin compadd "$@"
}
offer-all() { _main_complete; print '<<<END''>>>'; exit }
zle -C offer complete-word offer-all
bindkey '^I' offer
`;

/** Types a line and TAB into a terminal with that shell. */
const TYPE_LINE = `zmodload zsh/zpty
zpty shell zsh -i
zpty -w -n shell "$1"$'\\t'
zpty -r -m shell text '*<<<END>>>*'
print -r -- "$text"
`;

describe('completion in zsh', () => {
  let zsh: string;
  let folder: string;
  beforeAll(async () => {
    zsh = await findShell('zsh');
    folder = await createShellFolder('zsh');
    await writeFile(join(folder, '.zshrc'), ZSHRC);
  }, INSTALL_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function complete(line: string): Promise<string[]> {
    const { stdout } = await execute(zsh, ['-f', '-c', TYPE_LINE, 'zsh', line], {
      cwd: folder,
      env: environmentOf(folder),
      timeout: 60_000,
    });
    const words = Array.from(stdout.matchAll(/<<([^<>]+)>>/g), ([, word = '']) => word);
    return [...new Set(words)].filter((word) => word !== 'END');
  }

  it('is valid syntax', async () => {
    await expect(execute(zsh, ['-n', join(folder, 'script')])).resolves.toMatchObject({ stderr: '' });
  });

  it('offers commands, options, values, prompts and files', async () => {
    expect(await complete('prompthold s')).toEqual(['serve', 'storage', 'snapshot']);
    expect(await complete('prompthold --config prompt keyring ret')).toEqual(['retire']);
    expect(await complete('prompthold prompt render x --va')).toEqual(['--var', '--var-json', '--values']);
    expect(await complete('prompthold prompt list --type ')).toEqual(['text', 'chat']);
    expect(await complete('prompthold prompt list --type=c')).toEqual(['chat']);
    expect(await complete('prompthold prompt show support/re')).toEqual(['support/reply', 'support/refund']);
    expect(await complete('prompthold prompt render a --values val')).toEqual(['values.json']);
    expect(await complete('prompthold import script val')).toEqual(['values.json']);
  });
});
