import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const END_WITH_THE_RUN = new URL('../../../support/servers/stop-with-test-run.ts', import.meta.url).href;

describe('a worker', () => {
  it('ends when the run that started it is gone, whatever it waits for', async () => {
    const waitForever = 'process.send("waiting"); setInterval(() => {}, 1_000)';
    const worker = spawn(process.execPath, ['--import', END_WITH_THE_RUN, '--eval', waitForever], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(worker, 'message');

    // What it sees of our end, without our ending.
    worker.disconnect();

    expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL']);
  });
});
