import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { processesIn } from './processes-in.ts';

const OWNER = fileURLToPath(new URL('orphan-owner.ts', import.meta.url));

describe('OrphanGuard', () => {
  it.each([
    { end: 'is killed', signal: 'SIGKILL', state: 'running' },
    { end: 'is killed', signal: 'SIGKILL', state: 'paused' },
    { end: 'is interrupted', signal: 'SIGINT', state: 'running' },
  ] as const)(
    'ends a $state process with its child and deletes the folder when the owner $end',
    async ({ signal, state }) => {
      const owner = spawn(process.execPath, [OWNER, state], {
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const folder = await firstOutput(owner);
      expect(await processesIn(folder)).toHaveLength(2);

      // Sent to the whole group, as a terminal does on Ctrl-C.
      process.kill(-Number(owner.pid), signal);

      const nothingIsLeft = async () => !existsSync(folder) && (await processesIn(folder)).length === 0;
      await waitUntil(nothingIsLeft, { what: 'processes and folder are gone' });
    },
  );
});

async function firstOutput({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the owner has no output');
  const [folder] = await once(stdout.setEncoding('utf8'), 'data');
  return folder;
}
