import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';

const FIRST_PORT = 10_000;
const DEFAULT_FIRST_EPHEMERAL_PORT = 32_768;
const ENOUGH_PORTS = 1_000;
const ATTEMPTS_MAX = 100;

export type ChoosePort = () => Promise<number>;

/** Somebody else took the port between our choosing it and the server's binding it: choose another and try again. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/**
 * A loopback port that nobody listens on at this moment, and that no other process that runs tests is given before this
 * one ends: not while a server is about to start there, nor while it is stopped and to be started again.
 *
 * It lies below the ports that the kernel hands to outgoing connections. A server that is stopped and started again
 * needs its port back, and there any client could have got it meanwhile, even one that was retrying that very port.
 */
export async function freePort(): Promise<number> {
  const firstEphemeralPort = await readFirstEphemeralPort();
  const roomBelow = firstEphemeralPort - FIRST_PORT >= ENOUGH_PORTS;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const port = await bindOnce(roomBelow ? randomInt(FIRST_PORT, firstEphemeralPort) : 0);
    if (port !== undefined && (await reserve(port))) return port;
  }
  throw new Error(`no free port found in ${ATTEMPTS_MAX} attempts`);
}

async function readFirstEphemeralPort(): Promise<number> {
  try {
    const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
    return Number.parseInt(range, 10);
  } catch {
    // Not Linux: the others begin at 49152, so that Linux's own default is safe there too.
    return DEFAULT_FIRST_EPHEMERAL_PORT;
  }
}

/** By a name that only one process can have, and that goes with it. False when another has it. Only Linux knows such names. */
async function reserve(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const holder = createServer().listen(`\0prompthold-test-port-${port}`).unref();
  try {
    await once(holder, 'listening');
    return true;
  } catch {
    return false;
  }
}

/** Undefined when the port is taken. */
async function bindOnce(wanted: number): Promise<number | undefined> {
  const server = createServer().listen(wanted, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
