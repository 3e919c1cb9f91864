import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { requestHead, sendRaw } from '../../adapters/http/requests/raw-connection.ts';
import { Api, times } from '../../adapters/http/support/api.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { openFilesMax, processStatus } from '../../support/service/process-status.ts';
import { startTestService } from '../../support/service/test-resources.ts';

/** Fewer only where the machine allows no more; the service needs some for itself. */
const CONNECTIONS = Math.min(5000, openFilesMax() - 1000);
const MEMORY_MIB_MAX = 350;
/** The service's own patience: 10 s for a head, up to 2 s until it looks, 5 s for the client to hang up. Then some. */
const SHED_MS_MAX = 300_000;

/** What such a client sends before it falls silent. */
const BEGINNINGS = ['', 'GET', 'GET /livez HTTP/1.1\r\nHost: a\r\nX-'];

it(
  'sheds 5,000 connections that never become a request, and serves everybody else all along',
  async () => {
    expect(CONNECTIONS, 'ulimit -n allows this test to mean something').toBeGreaterThan(1000);
    const service = await startTestService({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
    const api = new Api(service.url);
    const { token } = await api.openAccount();
    const status = processStatus(service.pid);
    const socketsBefore = status.socketCount;

    const clients: SilentClient[] = [];
    while (clients.length < CONNECTIONS) clients.push(...(await someSilentClients(service.url, clients.length)));
    // Most at once: on a slow machine the first may be gone before the last are there.
    await waitUntil(() => status.socketCount > CONNECTIONS / 2, { what: 'the service has them', timeoutMs: 60_000 });
    const statuses: number[] = [];
    const isShed = () => status.socketCount < socketsBefore + 10;
    // The verify is what this waits with: there is always one under way.
    while (!isShed()) statuses.push((await api.verify(token)).status);

    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((each) => each !== 200)).toEqual([]);
    expect(status.peakMib).toBeLessThan(MEMORY_MIB_MAX);
    // Half of them took notice, and were told why.
    const polite = clients.filter(({ isPolite }) => isPolite);
    await Promise.all(polite.map(({ ended }) => ended));
    expect(new Set(polite.map(({ heard }) => heard.split('\r\n', 1)[0]))).toEqual(
      new Set(['HTTP/1.1 408 Request Timeout']),
    );
    expect((await api.get('/readyz')).status).toBe(200);
  },
  SHED_MS_MAX,
);

/** Fewer than the kernel lets wait at the door; the others would only believe to be connected. */
const AT_ONCE = 200;

async function someSilentClients(url: string, first: number): Promise<SilentClient[]> {
  const clients = await Promise.all(times(AT_ONCE, (index) => aSilentClient(url, first + index)));
  // First come, first served: when this one is answered, all before it have been let in.
  await sendRaw(url, requestHead('GET /livez HTTP/1.1', 'Connection: close'));
  return clients;
}

class SilentClient {
  heard = '';
  readonly ended: Promise<unknown>;

  constructor(
    socket: Socket,
    /** Reads, and hangs up when the service does. The others do neither, whatever happens. */
    readonly isPolite: boolean,
  ) {
    socket.on('error', () => {});
    this.ended = new Promise((resolve) => socket.on('close', resolve));
    if (!isPolite) return;
    socket.setEncoding('latin1').on('data', (text) => (this.heard += text));
    socket.on('end', () => socket.end());
  }
}

async function aSilentClient(url: string, index: number): Promise<SilentClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(BEGINNINGS[index % BEGINNINGS.length] ?? '');
  return new SilentClient(socket, index % 2 === 0);
}
