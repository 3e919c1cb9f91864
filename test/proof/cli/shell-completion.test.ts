import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { findOrInstall } from '../../support/servers/find-binary.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const execute = promisify(execFile);
const INSTALL_MS = 300_000;

const findShell = (shell: string): Promise<string> =>
  findOrInstall({ binary: shell, package: shell, folders: [], variable: 'PATH' });

/** A folder with the script of that shell, and a program that lists two prompts. */
async function createShellFolder(shell: string): Promise<string> {
  const folder = await createTestFolder();
  await writeFile(join(folder, 'script'), (await runCommand(['completion', shell])).stdout);
  await writeFile(join(folder, 'prompthold'), "#!/bin/sh\nprintf '%s\\n' support/reply support/refund\n");
  await chmod(join(folder, 'prompthold'), 0o755);
  await writeFile(join(folder, 'values.json'), '{}');
  return folder;
}

const environmentOf = (folder: string) => ({
  PATH: `${folder}:${process.env['PATH']}`,
  HOME: folder,
  TERM: 'dumb',
});

describe('completion in fish', () => {
  let fish: string;
  let folder: string;
  beforeAll(async () => {
    fish = await findShell('fish');
    folder = await createShellFolder('fish');
  }, INSTALL_MS);

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
    expect(await complete('prompthold s')).toEqual(['serve', 'storage']);
    expect(await complete('prompthold prompt r')).toEqual(['render', 'rollback']);
    expect(await complete('prompthold --config prompt keyring re')).toEqual(['reencrypt', 'retire']);
    expect(await complete('prompthold prompt render x --va')).toEqual(
      expect.arrayContaining(['--var', '--var-json', '--values']),
    );
    expect(await complete('prompthold prompt list --type ')).toEqual(['chat', 'text']);
    expect(await complete('prompthold prompt show support/re')).toEqual(
      expect.arrayContaining(['support/reply', 'support/refund']),
    );
    expect(await complete('prompthold prompt promote support/reply s')).toEqual([]);
    expect(await complete('prompthold prompt render a --values val')).toEqual(['values.json']);
    expect(await complete('prompthold completion ')).toEqual(['bash', 'fish', 'zsh']);
  });
});

/** Types a line and a TAB into an interactive zsh, and prints what it offers, one per line. */
const ZSH_SESSION = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PROMPT= RPROMPT=; autoload -Uz compinit && compinit -u -d ./zcompdump; source ./script'
zpty -w z 'zstyle ":completion:*" list-grouped false; zstyle ":completion:*" insert-tab false'
zpty -w z 'compadd() { if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)* ]]; then builtin compadd "$@"; else typeset -a found; builtin compadd -O found "$@"; print -rl -- "<<\${(@)^found}>>"; fi }'
zpty -w z 'finish() { print "<<<END>>>"; exit }; zle -C offer complete-word offer-all; offer-all() { _main_complete; finish }; bindkey "^I" offer'
zpty -w -n z "$1"$'\\t'
zpty -r -m z text '*<<<END>>>*'
print -r -- "$text"
`;

describe('completion in zsh', () => {
  let zsh: string;
  let folder: string;
  beforeAll(async () => {
    zsh = await findShell('zsh');
    folder = await createShellFolder('zsh');
  }, INSTALL_MS);

  async function complete(line: string): Promise<string[]> {
    const { stdout } = await execute(zsh, ['-f', '-c', ZSH_SESSION, 'zsh', line], {
      cwd: folder,
      env: environmentOf(folder),
      timeout: 30_000,
    });
    return Array.from(stdout.matchAll(/^<<([^<>]+)>>\r?$/gm), ([, word = '']) => word);
  }

  it('is valid syntax', async () => {
    await expect(execute(zsh, ['-n', join(folder, 'script')])).resolves.toMatchObject({ stderr: '' });
  });

  it('offers commands, options, values and prompts', async () => {
    expect(await complete('prompthold s')).toEqual(expect.arrayContaining(['serve', 'storage']));
    expect(await complete('prompthold prompt r')).toEqual(expect.arrayContaining(['render', 'rollback']));
    expect(await complete('prompthold prompt render x --va')).toEqual(
      expect.arrayContaining(['--var', '--var-json', '--values']),
    );
    expect(await complete('prompthold prompt list --type ')).toEqual(['text', 'chat']);
    expect(await complete('prompthold prompt list --type=c')).toEqual(['chat']);
    expect(await complete('prompthold prompt show support/re')).toEqual(['support/reply', 'support/refund']);
  });
});
