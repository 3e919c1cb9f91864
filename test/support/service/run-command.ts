import { run } from '../../../src/adapters/composition/commands/run.ts';
import { RecordingTerminal } from '../recording-terminal.ts';
import type { CliRun } from './run-cli.ts';

export interface CommandOptions {
  /** The working directory of the command; by default that of this process. Commands with a folder run one at a time. */
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Standard input; empty by default. */
  readonly input?: string;
}

/** Runs `prompthold …` inside this process, which takes a fraction of the time that a process of its own takes. */
export async function runCommand(
  args: readonly string[],
  { folder, settings = {}, input = '' }: CommandOptions = {},
): Promise<CliRun> {
  const terminal = new RecordingTerminal(input);
  const execute = () => run(args, settings, terminal);
  const code = await (folder === undefined ? execute() : inFolder(folder, execute));
  return { code, stdout: toLines(terminal.printed), stderr: toLines(terminal.reported) };
}

let previous: Promise<unknown> = Promise.resolve();

/** The working directory belongs to the whole process. */
function inFolder<Result>(folder: string, execute: () => Promise<Result>): Promise<Result> {
  const result = previous.then(async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      return await execute();
    } finally {
      process.chdir(before);
    }
  });
  previous = result.catch(() => {});
  return result;
}

const toLines = (text: string): string => (text === '' ? '' : `${text}\n`);
