import { once } from 'node:events';
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, createServer as createPort, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConnectionMessage } from '../../../../src/adapters/composition/service/workers/messages.ts';
import { ReceivedConnections } from '../../../../src/adapters/composition/service/workers/received-connections.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: prompthold.test\r\n\r\n';

/** Both ends of a connection. */
async function openConnection(): Promise<{ readonly client: Socket; readonly accepted: Socket }> {
  const port = createPort().listen(0, '127.0.0.1');
  onTestFinished(() => void port.close());
  await once(port, 'listening');
  const client = connect((port.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void client.destroy());
  const [accepted] = (await once(port, 'connection')) as [Socket];
  onTestFinished(() => void accepted.destroy());
  return { client, accepted };
}

async function readAll(client: Socket): Promise<string> {
  let text = '';
  for await (const part of client) text += part;
  return text;
}

const sayHello: RequestListener = (_request, response) => void response.end('hello');

const startServer = (respond = sayHello, options: ServerOptions = {}) => {
  const sent: ConnectionMessage[] = [];
  const connections = new ReceivedConnections((message) => sent.push(message));
  const server = createServer(options, respond);
  onTestFinished(() => server.closeAllConnections());
  const opened = connections.open(server);
  return { sent, connections, server, opened };
};

describe('connections that the primary hands to a worker', () => {
  it('are asked for, and have the port of the primary', async () => {
    const { sent, connections, opened } = startServer();
    expect(sent).toEqual([{ kind: 'listen' }]);

    connections.settle({ port: 3000 });

    expect(await opened).toBe(3000);
  });

  it('do not come if the primary cannot listen', async () => {
    const { connections, opened } = startServer();

    connections.settle({ error: { message: 'listen EACCES', code: 'EACCES', syscall: 'listen' } });

    await expect(opened).rejects.toMatchObject({ message: 'listen EACCES', code: 'EACCES', syscall: 'listen' });
  });

  it('are accepted before anything is read from them, and served like any other', async () => {
    const addresses: unknown[] = [];
    const { sent, connections } = startServer(({ socket }, response) => {
      addresses.push(socket.remoteAddress, sent.at(-1));
      response.end('hello');
    });
    const { client, accepted } = await openConnection();

    connections.receive(7, accepted);
    client.write(REQUEST);
    const [response] = await once(client, 'data');

    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nhello$/s);
    expect(addresses).toEqual(['127.0.0.1', { kind: 'accepted', connection: 7 }]);
  });

  it('are reported when they are closed, several at a time', async () => {
    const { sent, connections } = startServer();
    const [first, second] = [await openConnection(), await openConnection()];
    connections.receive(1, first.accepted);
    connections.receive(2, second.accepted);
    sent.splice(0);

    first.accepted.destroy();
    second.accepted.destroy();

    const closed = () => sent.map((message) => message.kind === 'closed' && message.connections.toSorted());
    await expect.poll(closed).toEqual([[1, 2]]);
  });

  it('are closed with 408 if no request comes', async () => {
    const { connections } = startServer(sayHello, { headersTimeout: 50, connectionsCheckingInterval: 10 });
    const { client, accepted } = await openConnection();

    connections.receive(1, accepted);

    expect(await readAll(client)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('are closed when they are idle and the worker stops, and refused afterwards', async () => {
    const { sent, connections } = startServer();
    const [first, second] = [await openConnection(), await openConnection()];
    connections.receive(1, first.accepted);
    first.client.write(REQUEST);
    await once(first.client, 'data');

    connections.close();
    connections.receive(2, second.accepted);

    expect(await readAll(first.client)).toBe('');
    await expect
      .poll(() => sent.slice(2))
      .toEqual([{ kind: 'stop-listening' }, { kind: 'refused', connection: 2 }, { kind: 'closed', connections: [1] }]);
  });
});
