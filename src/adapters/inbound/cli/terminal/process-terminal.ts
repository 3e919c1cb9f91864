import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { Cancelled } from './cancelled.ts';
import type { Terminal } from './terminal.ts';
import { WrongUsage } from './wrong-usage.ts';

const INPUT_BYTES_MAX = 64 * 1024;

process.stdout.on('error', onResultLost);
// Reports on stderr are not results, and there is no other place to report this error.
process.stderr.on('error', () => {});

export const processTerminal: Terminal = {
  interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  printsToScreen: process.stdout.isTTY === true,
  print: (text) => void process.stdout.write(`${text}\n`),
  report: (text) => void process.stderr.write(`${text}\n`),
  progress: (text) => void (process.stderr.isTTY && process.stderr.write(`\r${text}\x1b[K`)),
  ask: (question) => askOn(process.stderr, (prompt, answered) => prompt.question(question, answered)),

  async askSecret(question) {
    // Editing works as usual, but the echo is discarded.
    const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
    const answer = await askOn(discarded, (prompt, answered) => {
      // Only now has the terminal itself stopped echoing: input that arrives immediately must stay hidden too.
      process.stderr.write(question);
      prompt.question('', answered);
    });
    process.stderr.write('\n');
    return answer;
  },

  async readInput(bytesMax = INPUT_BYTES_MAX) {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of process.stdin) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > bytesMax) throw new WrongUsage(`Standard input is longer than ${bytesMax} bytes`);
    }
    return decodeUtf8(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  },
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decoding a password from another encoding would silently change it. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new WrongUsage('Standard input is not UTF-8');
  }
}

type Ask = (prompt: Interface, answered: (answer: string) => void) => void;

async function askOn(output: NodeJS.WritableStream, ask: Ask): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      // Ctrl-C and Ctrl-D close the prompt.
      prompt.once('close', () => reject(new Cancelled()));
      ask(prompt, resolve);
    });
  } finally {
    prompt.close();
  }
}

function onResultLost(error: NodeJS.ErrnoException): void {
  // The reader has read enough, as in `account list | head -1`.
  if (error.code === 'EPIPE') return;
  process.stderr.write(`Cannot write the result: ${error.code}\n`);
  process.exit(1);
}
