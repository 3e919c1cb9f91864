import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Handles one connection. Called when the first bytes of the request arrive, or at once for a TLS handshake. */
export type HandleConnection = (socket: Socket) => unknown;

/** Writes text again and again until the connection closes, slowly. */
export function trickle(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 5);
  socket.on('close', () => clearInterval(timer));
}

/** Behaviour of a receiver that does not respond. Every attempt must end, whatever it is. */
export const MISBEHAVIORS: Readonly<Record<string, HandleConnection>> = {
  'switches protocols': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  'switches protocols without naming one': (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'switches protocols, and goes on sending': (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    trickle(socket, 'x');
  },
  'sends nothing': () => {},
  'sends the beginning of its headers': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Le'),
  'sends its headers byte by byte': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Padding: ');
    trickle(socket, 'x');
  },
  'sends interim responses without end, slowly': (socket) => trickle(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
  'sends interim responses without end, all at once': (socket) =>
    socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1000)),
  'sends 100 Continue without end': (socket) => trickle(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
  'closes the connection': (socket) => socket.end(),
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'closes the connection in the middle of its headers': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
  'resets the connection in the middle of its headers': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Le', () => socket.resetAndDestroy()),
  'closes the connection after an interim response': (socket) => socket.end('HTTP/1.1 102 Processing\r\n\r\n'),
  'responds with what is not HTTP': (socket) => socket.write('hello\r\n\r\n'),
};

/** Responds with a status, and then not with a whole body. */
export const UNFINISHED_BODIES: Readonly<Record<string, HandleConnection>> = {
  'never begins': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'),
  'never ends': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    trickle(socket, '1\r\nx\r\n');
  },
  'is closed in the middle': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
  'is reset in the middle': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', () => socket.resetAndDestroy()),
};

/** A TCP server on 127.0.0.1 that handles connections byte by byte. It is closed when the test ends. */
export class RawReceiver {
  port = 0;
  private readonly sockets = new Set<Socket>();
  private accepted = 0;
  private readonly server: Server;

  private constructor(handle: HandleConnection) {
    this.server = createServer((socket) => {
      this.accepted += 1;
      this.sockets.add(socket);
      // The sender may end the connection at any time.
      socket.on('error', () => {}).on('close', () => this.sockets.delete(socket));
      socket.once('data', () => handle(socket));
    });
  }

  static async start(handle: HandleConnection): Promise<RawReceiver> {
    const receiver = new RawReceiver(handle);
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    receiver.port = (receiver.server.address() as AddressInfo).port;
    onTestFinished(() => receiver.close());
    return receiver;
  }

  /** How many connections it has accepted since its start. */
  get acceptedCount(): number {
    return this.accepted;
  }

  /** How many connections are open. */
  get openCount(): number {
    return this.sockets.size;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  private close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}
