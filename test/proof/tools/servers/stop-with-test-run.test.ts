import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const END_WITH_THE_RUN = new URL('../../../support/servers/stop-with-test-run.ts', import.meta.url).href;

describe('a worker', () => {
  it('ends when the run that started it is gone, even while a test waits', async () => {
    const waitForever = 'process.send("waiting"); setInterval(() => {}, 1_000)';
    const worker = spawn(process.execPath, ['--import', END_WITH_THE_RUN, '--eval', waitForever], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(worker, 'message');

    // Simulates the end of the run: the worker only sees the disconnect.
    worker.disconnect();

    expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL']);
  });
});
