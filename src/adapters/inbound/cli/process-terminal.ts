import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Terminal } from './terminal.ts';
import { WrongUsage } from './wrong-usage.ts';

const INPUT_BYTES_MAX = 64 * 1024;

export const processTerminal: Terminal = {
  interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  print: (text) => void process.stdout.write(`${text}\n`),
  tell: (text) => void process.stderr.write(`${text}\n`),
  ask: (question) => askOn(process.stderr, question),

  async askSecret(question) {
    process.stderr.write(question);
    // Editing works as usual, only that the echo goes nowhere.
    const answer = await askOn(new Writable({ write: (_chunk, _encoding, done) => done() }), '');
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
    return Buffer.concat(chunks)
      .toString('utf8')
      .replace(/\r?\n$/, '');
  },
};

async function askOn(output: NodeJS.WritableStream, question: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await prompt.question(question);
  } finally {
    prompt.close();
  }
}
