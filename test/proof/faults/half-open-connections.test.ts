import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { requestHead, sendRaw } from '../../adapters/http/requests/raw-connection.ts';
import { Api, times } from '../../adapters/http/support/api.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { openFilesMax, processStatus } from '../../support/service/process-status.ts';
import { startTestService } from '../../support/service/test-resources.ts';

/** Limited by the open files that the machine allows, some of which the service needs itself. */
const CONNECTIONS = Math.min(5000, openFilesMax() - 1000);
const MEMORY_MIB_MAX = 350;
/** The service allows 10 s for a request head, checks every 2 s, and gives clients 5 s to disconnect. The rest is reserve. */
const SHED_MS_MAX = 300_000;

/** The data that clients send before they stall. */
const PARTIAL_REQUESTS = ['', 'GET', 'GET /livez HTTP/1.1\r\nHost: a\r\nX-'];

it(
  'closes 5,000 connections that never send a complete request, and serves other clients in the meantime',
  async () => {
    expect(CONNECTIONS, 'ulimit -n allows enough connections').toBeGreaterThan(1000);
    const service = await startTestService({
      settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_MAX_CONNECTIONS: '10000' },
    });
    const api = new Api(service.url);
    const { token } = await api.openAccount();
    const status = processStatus(service.pid);
    const socketsBefore = status.socketCount;

    const clients: SilentClient[] = [];
    while (clients.length < CONNECTIONS) clients.push(...(await connectSilentClients(service.url, clients.length)));
    // Only most of them: on a slow machine the first may be closed before the last are open.
    await waitUntil(() => status.socketCount > CONNECTIONS / 2, { what: 'the connections are open' });
    const statuses: number[] = [];
    const isShed = () => status.socketCount < socketsBefore + 10;
    // Polls with verify requests, so that one is always in progress.
    while (!isShed()) statuses.push((await api.verify(token)).status);

    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((each) => each !== 200)).toEqual([]);
    expect(status.peakMib).toBeLessThan(MEMORY_MIB_MAX);
    // Half of the clients read the response.
    const polite = clients.filter(({ isPolite }) => isPolite);
    await Promise.all(polite.map(({ ended }) => ended));
    expect(new Set(polite.map(({ received }) => received.split('\r\n', 1)[0]))).toEqual(
      new Set(['HTTP/1.1 408 Request Timeout']),
    );
    expect((await api.get('/readyz')).status).toBe(200);
  },
  SHED_MS_MAX,
);

/** Smaller than the kernel's accept backlog; more clients would only seem to be connected. */
const BATCH_SIZE = 200;

async function connectSilentClients(url: string, first: number): Promise<SilentClient[]> {
  const clients = await Promise.all(times(BATCH_SIZE, (index) => connectSilentClient(url, first + index)));
  // Connections are accepted in order: a response to this one means that all earlier ones are accepted.
  await sendRaw(url, requestHead('GET /livez HTTP/1.1', 'Connection: close'));
  return clients;
}

class SilentClient {
  received = '';
  readonly ended: Promise<unknown>;

  constructor(
    socket: Socket,
    /** Reads, and disconnects when the service does. The others do neither. */
    readonly isPolite: boolean,
  ) {
    socket.on('error', () => {});
    this.ended = new Promise((resolve) => socket.on('close', resolve));
    if (!isPolite) return;
    socket.setEncoding('latin1').on('data', (text) => (this.received += text));
    socket.on('end', () => socket.end());
  }
}

async function connectSilentClient(url: string, index: number): Promise<SilentClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(PARTIAL_REQUESTS[index % PARTIAL_REQUESTS.length] ?? '');
  return new SilentClient(socket, index % 2 === 0);
}
