import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { startTestService } from '../../support/service/test-resources.ts';

/** Any free port, should the debugger open. */
const ANY_PORT = '--inspect-port=0';
const SIGNAL_BEFORE_LOADING = `--import=data:text/javascript,process.kill(process.pid,'SIGUSR1')`;
/** Long enough for Node.js to open its debugger in between. */
const REQUESTS = 50;

const useService = async ({ url }: ServiceProcess) => {
  for (let count = 0; count < REQUESTS; count += 1) expect((await fetch(`${url}/livez`)).status).toBe(200);
};

const debuggerPort = ({ messages }: ServiceProcess): string | undefined =>
  /Debugger listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(messages)?.[1];

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(socket.destroy().destroyed));
    socket.once('error', () => resolve(false));
  });

describe('SIGUSR1', () => {
  it('does not open the debugger of a running service, which goes on', async () => {
    const service = await startTestService({ settings: { NODE_OPTIONS: ANY_PORT } });

    service.signal('SIGUSR1');

    await useService(service);
    expect(service.messages).not.toContain('Debugger listening');
    expect(await service.stop()).toBe(0);
  });

  it('leaves no debugger open when it arrives before the program is loaded', async () => {
    const service = await startTestService({ settings: { NODE_OPTIONS: `${ANY_PORT} ${SIGNAL_BEFORE_LOADING}` } });

    await expect.poll(() => debuggerPort(service)).toBeDefined();
    await expect.poll(() => canConnect(Number(debuggerPort(service)))).toBe(false);
    await useService(service);
  });

  it('leaves a debugger alone that was asked for', async () => {
    const service = await startTestService({ settings: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } });

    expect(await canConnect(Number(debuggerPort(service)))).toBe(true);
  });
});
