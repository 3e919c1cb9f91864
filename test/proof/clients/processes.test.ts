import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { parseSnapshot } from '../../../src/domain/snapshots/snapshot.ts';
import { ClientService } from '../../support/clients/client-service.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const CLIENT = resolve('clients/typescript/dist/prompthold-client.js');

const service = await ClientService.forFile();

interface Program {
  readonly child: ChildProcess;
  readonly output: Promise<string>;
  readonly code: Promise<number | null>;
}

/** Runs a program that has a client `prompts`, and never calls `process.exit`. */
async function runProgram(code: string, options: object = {}): Promise<Program> {
  const file = join(await createTestFolder(), 'program.mjs');
  const settings = JSON.stringify({ url: service.url, key: service.key, ...options });
  await writeFile(
    file,
    `import { Prompthold } from ${JSON.stringify(CLIENT)};
     const events = [];
     const prompts = new Prompthold({ ...${settings}, onEvent: (event) => events.push(event) });
     const until = async (condition) => { while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10)); };
     ${code}`,
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, output: text(child.stdout), code: once(child, 'exit').then(([exit]) => exit) };
}

describe('a process with a client', () => {
  it('exits by itself while its stream cannot be opened', async () => {
    const program = await runProgram(
      `
      await prompts.get('a', { fallback: '' });
      await until(() => events.some(({ state }) => state === 'disconnected'));
      console.log('disconnected');
    `,
      { url: 'http://127.0.0.1:1' },
    );

    expect([await program.output, await program.code]).toEqual(['disconnected\n', 0]);
  });

  it('stays alive while it waits for changes', async () => {
    const author = await service.newAuthor();
    const program = await runProgram(
      `
      for await (const { type } of prompts.changes({ after: '0' })) { console.log(type); break; }
    `,
      { key: author.key },
    );

    await author.createPrompt();

    expect([await program.output, await program.code]).toEqual(['prompt.created\n', 0]);
  });

  it('shares a snapshot with others that write it all the time, also if they are killed', async () => {
    const snapshot = join(await createTestFolder(), 'snapshot.json');
    const names = await Promise.all(Array.from({ length: 40 }, async () => (await service.author.createPrompt()).name));
    const write = (own: readonly string[]) =>
      runProgram(
        `for (const name of ${JSON.stringify(own)}) {
           await prompts.get(name);
           await new Promise((resolve) => setTimeout(resolve, 120));
         }
         await prompts.close();`,
        { snapshot, refresh: 'never' },
      );
    const programs = [await write(names.slice(0, 20)), await write(names.slice(20))];
    const victim = await write(names);
    let isOver = false;
    const reading = (async () => {
      const kinds = new Set<string>();
      while (!isOver) {
        const content = await readFile(snapshot, 'utf8').catch(() => undefined);
        if (content !== undefined) kinds.add(parseSnapshot(content, service.url).kind);
        await new Promise(setImmediate);
      }
      return kinds;
    })();
    await expect.poll(() => readFile(snapshot, 'utf8')).toContain(names[3]);
    victim.child.kill('SIGKILL');
    await Promise.all(programs.map(({ code }) => code));
    isOver = true;

    expect(await reading).toEqual(new Set(['snapshot']));
    const { entries } = JSON.parse(await readFile(snapshot, 'utf8'));
    expect(Object.keys(entries)).toEqual(names.toSorted());
  });
});
