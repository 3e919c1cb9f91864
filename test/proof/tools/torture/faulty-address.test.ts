import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { SeededRandom } from '../../../tools/torture/seeded-random.ts';
import { FaultyAddress } from '../../../tools/torture/service/faulty-address.ts';

const SOON_MS = 10_000;

describe('an address that makes trouble', () => {
  let address: FaultyAddress;
  let received = '';
  let heard = '';
  let client: Socket;

  /** A server that answers whatever it gets in capital letters. */
  beforeEach(async () => {
    received = heard = '';
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (text) => {
        received += text;
        socket.write(String(text).toUpperCase());
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = await FaultyAddress.to((server.address() as AddressInfo).port);
    client = connect(address.port, '127.0.0.1');
    client.on('error', () => {}).on('data', (text) => (heard += text));
    await once(client, 'connect');
    onTestFinished(async () => {
      client.destroy();
      await address.dispose();
      server.close();
    });
  });

  /** However it came to that. */
  const closeOf = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
  const isSoon = (what: string, condition: () => boolean) => waitUntil(condition, { what, timeoutMs: SOON_MS });

  it('passes everything on where there is none', async () => {
    client.write('a');
    await isSoon('heard', () => heard === 'A');
  });

  it('delays, and keeps the order when it no longer does', async () => {
    address.begin({ kind: 'delay', ms: 200 });
    client.write('a');
    await new Promise((resolve) => setImmediate(resolve));
    address.end();
    client.write('b');
    await isSoon('heard', () => heard === 'AB');
  });

  it('breaks the connection after the server has got what was sent', async () => {
    const closed = closeOf(client);
    address.begin({ kind: 'reset', random: new SeededRandom('reset') });
    while (!client.destroyed) {
      client.write('a');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
    await isSoon('received what is not answered', () => received.length > heard.length);
  });

  it('swallows answers to what the server has got, and never goes on as if it had not', async () => {
    const closed = closeOf(client);
    address.begin({ kind: 'swallow' });
    client.write('a');
    await isSoon('received, and its answer swallowed', () => received === 'a' && address.hasGaps);
    address.end();
    client.write('b');
    await closed;
    expect(heard).not.toContain('B');
  });
});
