import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { SeededRandom } from '../../../tools/seeded-random.ts';
import { FaultyProxy } from '../../../tools/torture/service/faulty-proxy.ts';

const WAIT_MS_MAX = 10_000;

describe('FaultyProxy', () => {
  let proxy: FaultyProxy;
  let serverReceived = '';
  let clientReceived = '';
  let client: Socket;

  /** A server that returns whatever it gets in capital letters. */
  beforeEach(async () => {
    serverReceived = clientReceived = '';
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (text) => {
        serverReceived += text;
        socket.write(String(text).toUpperCase());
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await FaultyProxy.to((server.address() as AddressInfo).port);
    client = connect(proxy.port, '127.0.0.1');
    client.on('error', () => {}).on('data', (text) => (clientReceived += text));
    await once(client, 'connect');
    onTestFinished(async () => {
      client.destroy();
      await proxy.dispose();
      server.close();
    });
  });

  /** Unlike `once`, does not reject if the socket fails. */
  const closeOf = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
  const waitFor = (what: string, condition: () => boolean) => waitUntil(condition, { what, timeoutMs: WAIT_MS_MAX });

  it('delays data, and keeps its order when the delay ends', async () => {
    proxy.inject({ kind: 'delay', ms: 200 });
    client.write('a');
    await new Promise((resolve) => setImmediate(resolve));
    proxy.clear();
    client.write('b');
    await waitFor('the client receives the response', () => clientReceived === 'AB');
  });

  it('resets the connection after the server has received the request', async () => {
    const closed = closeOf(client);
    proxy.inject({ kind: 'reset', random: new SeededRandom('reset') });
    while (!client.destroyed) {
      client.write('a');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
    await waitFor(
      'the server received a request that got no response',
      () => serverReceived.length > clientReceived.length,
    );
  });

  it('swallows responses, and closes the connection instead of continuing after the gap', async () => {
    const closed = closeOf(client);
    proxy.inject({ kind: 'swallow' });
    client.write('a');
    await waitFor(
      'the server received it, and its response was swallowed',
      () => serverReceived === 'a' && proxy.hasLostData,
    );
    proxy.clear();
    client.write('b');
    await closed;
    expect(clientReceived).not.toContain('B');
  });
});
