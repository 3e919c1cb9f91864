import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { Cancelled } from './cancelled.ts';
import type { Terminal } from './terminal.ts';
import { WrongUsage } from './wrong-usage.ts';

const INPUT_BYTES_MAX = 64 * 1024;

process.stdout.on('error', resultLost);
// Reports on stderr are not results, and there is no other place to report this error.
process.stderr.on('error', () => {});

export const processTerminal: Terminal = {
  interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  print: (text) => void process.stdout.write(`${text}\n`),
  report: (text) => void process.stderr.write(`${text}\n`),
  progress: (text) => void (process.stderr.isTTY && process.stderr.write(`\r${text}\x1b[K`)),
  ask: (question) => answerOn(process.stderr, (prompt, answered) => prompt.question(question, answered)),

  async askSecret(question) {
    // Editing works as usual, only that the echo goes nowhere.
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const answer = await answerOn(nowhere, (prompt, answered) => {
      // Only now that the terminal itself echoes nothing any more: what answers at once must stay unseen too.
      process.stderr.write(question);
      prompt.question('', answered);
    });
    process.stderr.write('\n');
    return answer;
  },

  async readInput() {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of process.stdin) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > INPUT_BYTES_MAX) throw new WrongUsage(`standard input holds more than ${INPUT_BYTES_MAX} bytes`);
    }
    return decoded(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  },
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A password in another encoding would become another password, which nobody knows. */
function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new WrongUsage('standard input is not UTF-8');
  }
}

type Ask = (prompt: Interface, answered: (answer: string) => void) => void;

async function answerOn(output: NodeJS.WritableStream, ask: Ask): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      // Ctrl-C and Ctrl-D close it.
      prompt.once('close', () => reject(new Cancelled()));
      ask(prompt, resolve);
    });
  } finally {
    prompt.close();
  }
}

function resultLost(error: NodeJS.ErrnoException): void {
  // As in `account list | head -1`: the reader has all that it wants.
  if (error.code === 'EPIPE') return;
  process.stderr.write(`the result could not be written: ${error.code}\n`);
  process.exit(1);
}
