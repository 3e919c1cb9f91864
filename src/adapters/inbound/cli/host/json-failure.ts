import { type Terminal, withOutput } from '../terminal/terminal.ts';
import { EXIT } from './exit-codes.ts';

/**
 * Runs a command with `--json` so that stdout always gets one JSON value: if the command fails and has printed nothing, its
 * messages on stderr are printed as `{error, code}`.
 */
export async function printFailureAsJson(
  terminal: Terminal,
  run: (terminal: Terminal) => Promise<number>,
): Promise<number> {
  let hasPrinted = false;
  const messages: string[] = [];
  const recorded = withOutput(terminal, {
    print: (text) => {
      hasPrinted = true;
      terminal.print(text);
    },
    report: (text) => {
      messages.push(text);
      terminal.report(text);
    },
  });
  const exitCode = await run(recorded);
  if (exitCode !== EXIT.succeeded && !hasPrinted) {
    terminal.print(JSON.stringify({ error: toSentence(messages), code: CODES.get(exitCode) ?? 'failed' }));
  }
  return exitCode;
}

const CODES: ReadonlyMap<number, string> = new Map([
  [EXIT.wrongUsage, 'wrong_usage'],
  [EXIT.unavailable, 'unavailable'],
  [EXIT.configuration, 'configuration'],
]);

const toSentence = (messages: readonly string[]): string =>
  messages
    .filter((message) => !message.startsWith('warning: '))
    .join('\n')
    .replace(/^error: /, '');
