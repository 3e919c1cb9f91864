import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RawConnection, requestHead } from '../../adapters/http/requests/raw-connection.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';
import { listenForTest, startTestService } from '../../support/service/test-resources.ts';

const SIGN_IN = '{"email":"ada@example.com","password":"correct horse battery"}';

/** Sends the head of a sign-in request; the service then waits for the body. */
async function beginSignIn({ url }: ServiceProcess): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  const length = `Content-Length: ${SIGN_IN.length}`;
  const type = 'Content-Type: application/json';
  await connection.send(requestHead('POST /api/auth/token HTTP/1.1', type, length, 'Expect: 100-continue'));
  expect((await connection.readResponse()).status).toBe(100);
  return connection;
}

const waitUntilStopping = (service: ServiceProcess) =>
  waitUntil(() => service.log.includes('"stopping"'), { what: 'the service stops' });

/** Simulates PID 1 of a container, which ignores signals without a handler. */
const AS_FIRST_PROCESS = `--import=data:text/javascript,Object.defineProperty(process,'pid',{value:1})`;

/** The reply of Postgres to a successful login: AuthenticationOk, ReadyForQuery. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** Starts a storage that accepts every connection and then never replies. */
async function startSilentStorage() {
  const queried = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(WELCOME, () => socket.once('data', () => queried.resolve())));
  });
  return { url: `postgres://prompthold@127.0.0.1:${await listenForTest(server)}/prompts`, queried: queried.promise };
}

describe('a service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('exits with 0 on %s', async (signal) => {
    const service = await startTestService();

    service.signal(signal);

    expect(await service.exited).toBe(0);
  });

  it('reports that it is not ready while it stops, and finishes open requests', async () => {
    const service = await startTestService();
    const begun = await beginSignIn(service);
    const probe = await RawConnection.open(service.url);
    await probe.send('GET /readyz HTTP/1.1\r\nHost: localhost\r\n');
    const tunnel = await RawConnection.open(service.url);
    await tunnel.send(requestHead('CONNECT a:443 HTTP/1.1'));
    expect((await tunnel.readResponse()).status).toBe(405);

    service.signal('SIGTERM');
    await waitUntilStopping(service);
    await probe.send('\r\n');
    const { status, body, headers } = await probe.readResponse();
    expect([status, headers.get('Retry-After'), headers.get('Connection')]).toEqual([503, '1', 'close']);
    expect(body).toMatchObject({ code: 'draining' });
    const isRefused = () => expect(RawConnection.open(service.url)).rejects.toThrow('ECONNREFUSED');
    await vi.waitFor(isRefused, { timeout: 20_000 });
    await begun.send(SIGN_IN);

    const finished = await begun.readResponse();
    expect([finished.status, finished.headers.get('Connection')]).toEqual([401, 'close']);
    expect(await begun.readRemainder()).toBe('');
    // Although a client keeps the connection of a rejected CONNECT open.
    expect(await service.exited).toBe(0);
    tunnel.close();
  });

  it('finishes open requests even after more signals, as with Ctrl-C under npm', async () => {
    const service = await startTestService();
    const begun = await beginSignIn(service);

    service.signal('SIGINT');
    await waitUntilStopping(service);
    service.signal('SIGINT');
    service.signal('SIGTERM');
    await begun.send(SIGN_IN);

    expect((await begun.readResponse()).status).toBe(401);
    expect(await service.exited).toBe(0);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('exits on %s while it is still starting, even as PID 1 of a container', async (signal, code) => {
    const { url, queried } = await startSilentStorage();
    const settings = { PROMPTHOLD_STORAGE_URL: url, NODE_OPTIONS: AS_FIRST_PROCESS };
    const service = await ServiceProcess.launch({ settings });
    onTestFinished(() => service.dispose());
    await queried;

    service.signal(signal);

    expect(await service.exited).toBe(code);
  });

  it('exits even when its log is not read', async () => {
    const service = await startTestService();
    service.stopReadingTheLog();
    // More than the capacity of a pipe.
    for (let batch = 0; batch < 40; batch += 1) {
      await Promise.all(Array.from({ length: 50 }, () => fetch(`${service.url}/api/auth/token`)));
    }

    expect(await service.stop()).toBe(0);
    expect(service.messages).toMatch(/^ready in \d+ ms\n$/m);
  });
});
