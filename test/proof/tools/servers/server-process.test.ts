import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { hasEnded } from '../../../support/servers/process-tree.ts';
import { ServerProcess } from '../../../support/servers/server-process.ts';
import { waitUntil } from '../../../support/servers/wait-until.ts';

const never = async (): Promise<boolean> => false;

function shell(script: string): ServerProcess {
  return new ServerProcess({ program: '/bin/sh', args: ['-c', script], folder: tmpdir(), user: undefined });
}

describe('ServerProcess', () => {
  it('fails with the output of a program that exits before it is ready', async () => {
    await expect(shell('echo cannot read my settings >&2; exit 3').waitUntilReady(never)).rejects.toThrow(
      '/bin/sh exited early (exit code 3):\ncannot read my settings',
    );
  });

  it('fails for a program that does not exist', async () => {
    const process = new ServerProcess({ program: '/no/such', args: [], folder: tmpdir(), user: undefined });

    await expect(process.waitUntilReady(never)).rejects.toThrow('ENOENT');
    await process.stop('SIGTERM');
    await process.kill();
  });

  it('treats a failed readiness check as "not ready yet"', async () => {
    const process = shell('sleep 60');
    const checks = [() => Promise.reject(new Error('connection refused')), async () => true].values();

    await process.waitUntilReady(async () => checks.next().value?.() ?? false);

    await process.kill();
  });

  it('retains only the end of a long output', async () => {
    const process = shell('i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i + 1)); done; exec sleep 60');

    await waitUntil(() => process.output.endsWith('line 19999\n'), { what: 'all is written', timeoutMs: 20_000 });

    expect(process.output).toHaveLength(64 * 1024);
    await process.kill();
  });

  it('sends the stop signal again when the first one was ignored', async () => {
    const process = shell('trap "trap - TERM" TERM; echo ready; while :; do sleep 0.05; done');
    await waitUntil(() => process.output === 'ready\n', { what: 'it ignores', timeoutMs: 20_000 });

    await process.stop('SIGTERM');

    await expect(process.waitUntilReady(never)).rejects.toThrow('exited early (SIGTERM)');
  });

  it('lets a paused program stop gracefully', async () => {
    const process = shell('trap "exit 7" TERM; echo ready; while :; do sleep 0.05; done');
    await waitUntil(() => process.output === 'ready\n', { what: 'it is prepared', timeoutMs: 20_000 });
    process.pause();

    await process.stop('SIGTERM');

    await expect(process.waitUntilReady(never)).rejects.toThrow('exited early (exit code 7)');
  });

  it('kills a program that does not stop in time, and its children', async () => {
    const process = shell('trap "" TERM; sleep 60 & echo $!; wait; wait');
    await waitUntil(() => process.output.endsWith('\n'), { what: 'it ignores', timeoutMs: 20_000 });

    await process.stop('SIGTERM', 100);

    await expect(process.waitUntilReady(never)).rejects.toThrow('exited early (SIGKILL)');
    expect(hasEnded(Number(process.output))).toBe(true);
  });
});
