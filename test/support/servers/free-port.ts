import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';

const FIRST_PORT = 10_000;
const DEFAULT_FIRST_EPHEMERAL_PORT = 32_768;
const ENOUGH_PORTS = 1_000;
const ATTEMPTS_MAX = 100;

/**
 * Returns a loopback port that is free and reserved for this process: no other test process gets it before this one
 * exits, not even while a server is stopped between two starts.
 *
 * It is below the ephemeral ports: a restarted server needs its port again, and an outgoing connection could have taken
 * an ephemeral one in the meantime, even a client that was retrying that very port.
 */
export async function freePort(): Promise<number> {
  const firstEphemeralPort = await readFirstEphemeralPort();
  const hasRoomBelow = firstEphemeralPort - FIRST_PORT >= ENOUGH_PORTS;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const port = await bindOnce(hasRoomBelow ? randomInt(FIRST_PORT, firstEphemeralPort) : 0);
    if (port !== undefined && (await reserve(port))) return port;
  }
  throw new Error(`no free port found in ${ATTEMPTS_MAX} attempts`);
}

async function readFirstEphemeralPort(): Promise<number> {
  try {
    const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
    return Number.parseInt(range, 10);
  } catch {
    // Not Linux: other systems start at 49152, so the Linux default is safe there too.
    return DEFAULT_FIRST_EPHEMERAL_PORT;
  }
}

/** Reserves the port by an abstract socket, which exists on Linux only. False when another process has reserved it. */
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
