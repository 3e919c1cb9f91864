import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serializeRecord } from '../../../src/application/transfer/transfer-summary.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { PROGRAM } from '../../support/service/service-process.ts';
import {
  createTestFolder,
  type FailedStart,
  openTestStorage,
  runFailingStart,
} from '../../support/service/test-resources.ts';
import { connectTo, type StoragePorts } from '../../support/storage/backends.ts';
import { distinctStorages } from '../../support/storage/distinct-storages.ts';
import type { FreshStorage } from '../../support/storage/fresh-storage.ts';
import { insertPrompts } from './insert-prompts.ts';

/** Redis reads accounts with more than 2,000 prompts differently. */
const PROMPTS = [0, 500, 2500] as const;
const HALF = 1500;
const CONTENT_BYTES = 200;
/** A command writes some ten prompts in this time. Looking more often would take the processor from it. */
const POLL_MS = 5;

const linesOf = async ({ reader }: StoragePorts) => (await Array.fromAsync(reader.records())).map(serializeRecord);

interface Command {
  readonly args: readonly string[];
  readonly folder: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Kills the command as soon as the target has this many prompts. False when it finished first. */
async function killAt(prompts: number, { reader }: StoragePorts, { args, folder, settings }: Command) {
  const env = { PATH: process.env['PATH'], ...settings };
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, env, stdio: 'ignore' });
  const closed = once(child, 'close');
  while (child.exitCode === null && (await reader.size()).prompts < prompts) await delay(POLL_MS);
  child.kill('SIGKILL');
  const [code, signal] = await closed;
  expect([0, null]).toContain(code);
  return signal === 'SIGKILL';
}

type Target = Awaited<ReturnType<typeof openTestStorage>>;

/** Retries when the command finished before it could be killed, as may happen on a busy machine. */
async function aTargetKilledBy(fresh: () => Promise<FreshStorage>, kill: (target: Target) => Promise<boolean>) {
  for (;;) {
    const target = await openTestStorage(fresh);
    if (await kill(target)) return target;
  }
}

async function aSource() {
  const folder = await createTestFolder();
  const url = `sqlite:${join(folder, 'source.db')}`;
  const ports = await connectTo(url);
  onTestFinished(() => ports.close());
  for (const prompts of PROMPTS) {
    const account = anAccount();
    await ports.accounts.add(account);
    insertPrompts(url, account.id, prompts, CONTENT_BYTES);
  }
  return { folder, url, lines: await linesOf(ports) };
}

describe.each(distinctStorages)('to $name', ({ fresh }) => {
  it('a copy that is killed repeatedly resumes, is not served before it is complete, and ends up identical', async () => {
    const { folder, url, lines } = await aSource();
    const copyTo = (target: Target) => ['storage', 'copy', '--from', url, '--to', target.url, '--json'];
    const starts: FailedStart[] = [];

    const target = await aTargetKilledBy(fresh, async (begun) => {
      const command = { args: copyTo(begun), folder };
      if (!(await killAt(randomInt(1, HALF), begun.ports, command))) return false;
      starts.push(await runFailingStart({ settings: begun.settings }));
      return killAt(randomInt(HALF, 2 * HALF), begun.ports, command);
    });
    const last = await runCli(copyTo(target), { folder });

    expect(starts.at(-1)).toMatchObject({
      code: 78,
      messages: expect.stringContaining('holds an unfinished copy of sqlite'),
    });
    expect(last.code, last.stderr).toBe(0);
    expect(JSON.parse(last.stdout)).toMatchObject({ prompts: 3000, resumed: true });
    expect(await linesOf(target.ports)).toEqual(lines);
    expect(await target.ports.writer.unfinishedSource()).toBeUndefined();
  }, 600_000);

  it('a restore that is killed resumes, is not served before it is complete, and ends up identical', async () => {
    const { folder, url, lines } = await aSource();
    const backup = await runCli(['backup', 'all'], { folder, settings: { PROMPTHOLD_STORAGE_URL: url } });
    expect(backup.code, backup.stderr).toBe(0);

    const { ports, settings } = await aTargetKilledBy(fresh, (begun) =>
      killAt(randomInt(1, 2 * HALF), begun.ports, {
        args: ['restore', 'all', '--unverified'],
        folder,
        settings: begun.settings,
      }),
    );
    const start = await runFailingStart({ settings });
    const last = await runCli(['restore', 'all', '--unverified', '--json'], { folder, settings });

    expect(start).toMatchObject({
      code: 78,
      messages: expect.stringMatching(/unfinished copy of backup [0-9a-f]{64}/),
    });
    expect(last.code, last.stderr).toBe(0);
    expect(JSON.parse(last.stdout)).toMatchObject({ prompts: 3000, resumed: true });
    expect(await linesOf(ports)).toEqual(lines);
  }, 600_000);
});
