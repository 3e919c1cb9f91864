import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aKeyringInUse } from '../../support/builders/a-keyring.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { TYPESCRIPT } from '../../tools/bench/typescript.ts';
import { openAccount, rotateKey } from '../failpoints/account-cases.ts';
import { Application } from '../failpoints/application.ts';
import { moveLabel, publishVersion } from '../failpoints/prompt-cases.ts';

const PROGRAM = fileURLToPath(new URL('../failpoints/killed-process.ts', import.meta.url));

let compiled: string;
beforeAll(async () => {
  compiled = await temporaryFolder();
});
afterAll(() => rm(compiled, { recursive: true, force: true }));

/** Verifies that the crashes simulated in test/proof/failpoints leave the same state as real ones. */
describe.each(realStorages)('on $name, a process that is killed', ({ fresh }) => {
  it.each([
    { when: 'before', useCase: rotateKey },
    { when: 'after', useCase: openAccount },
    { when: 'before', useCase: publishVersion },
    { when: 'after', useCase: moveLabel },
  ] as const)('$when the committing step of "$useCase.name" leaves the state $when it', async ({ when, useCase }) => {
    const { url, dispose } = await fresh();
    onTestFinished(dispose);
    const folder = await createTestFolder();
    const { facts, signal } = await runUntilKilled([
      '--storage',
      url,
      '--keyring',
      folder,
      '--when',
      when,
      useCase.name,
    ]);
    expect(signal).toBe('SIGKILL');

    const subject = useCase.about(JSON.parse(facts));
    const keyring = await aKeyringInUse(folder);
    onTestFinished(() => keyring.close());
    const application = await Application.on(url, keyring);
    onTestFinished(() => application.close());
    expect(await subject.look(application)).toEqual(subject[when]);
    expect((await application.check()).filter(({ repaired }) => !repaired)).toEqual([]);
    await subject.run(application);
    expect(await subject.look(application)).toEqual(subject.after);
    await subject.continueNormally(application);
  });
});

async function runUntilKilled(args: readonly string[]): Promise<{ readonly facts: string; readonly signal: unknown }> {
  // Share the compile cache between the processes.
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiled };
  const child = spawn(process.execPath, [...TYPESCRIPT, PROGRAM, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [facts, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { facts, signal };
}
