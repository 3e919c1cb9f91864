import { rm } from 'node:fs/promises';
import { runCli } from '../../support/service/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Every command, such as `keyring add`, with the output of its `--help`. */
export async function commandHelp(): Promise<ReadonlyMap<string, string>> {
  const folder = await temporaryFolder();
  const helpOf = async (words: readonly string[]): Promise<string> =>
    (await runCli([...words, '--help'], { folder })).stdout;

  async function below(words: readonly string[]): Promise<[string, string][]> {
    const help = await helpOf(words);
    const names = namesIn(help);
    if (names.length === 0) return [[words.join(' '), help]];
    return (await Promise.all(names.map((name) => below([...words, name])))).flat();
  }

  try {
    return new Map(await below([]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function namesIn(help: string): string[] {
  const [, list = ''] = help.split('\nCommands:\n');
  return Array.from(list.matchAll(/^ {2}([a-z-]+)/gm), ([, name = '']) => name).filter((name) => name !== 'help');
}
