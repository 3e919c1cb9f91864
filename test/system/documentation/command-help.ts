import { runCommand } from '../../support/service/run-command.ts';

/** Every command, such as `keyring add`, with the output of its `--help`. */
export async function commandHelp(): Promise<ReadonlyMap<string, string>> {
  async function below(words: readonly string[]): Promise<[string, string][]> {
    const { stdout: help } = await runCommand([...words, '--help']);
    const names = namesIn(help);
    if (names.length === 0) return [[words.join(' '), help]];
    return (await Promise.all(names.map((name) => below([...words, name])))).flat();
  }

  return new Map(await below([]));
}

function namesIn(help: string): string[] {
  const [, list = ''] = help.split('\nCommands:\n');
  return Array.from(list.matchAll(/^ {2}([a-z-]+)/gm), ([, name = '']) => name).filter((name) => name !== 'help');
}
