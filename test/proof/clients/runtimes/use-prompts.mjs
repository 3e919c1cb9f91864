// Reads a prompt for each line `get` on standard input, and never closes the client unless a line asks for it.
import process from 'node:process';
import { createInterface } from 'node:readline';
import { Prompthold } from 'prompthold-client';

const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

const prompts = new Prompthold({ label: 'production', onEvent: print });

async function read() {
  const prompt = await prompts.get('support/reply');
  return { kind: 'read', text: prompt.render({ name: 'Ada' }), version: prompt.version, source: prompt.source };
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'get') print(await read());
  if (line === 'close') {
    await prompts.close();
    print({ kind: 'closed' });
  }
}
