import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../support/servers/free-port.ts';

describe('freePort', () => {
  it('returns a port that can be listened on', async () => {
    const port = await freePort();
    const server = createServer();

    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));

    await new Promise((resolve) => server.close(resolve));
  });

  it('returns no port twice, although no server listens there yet', async () => {
    const ports: number[] = [];
    // With random ports alone, about twenty of this many would repeat.
    while (ports.length < 1000) ports.push(await freePort());

    expect(new Set(ports).size).toBe(ports.length);
  });

  it('returns no port that the kernel could assign to an outgoing connection', async () => {
    const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');

    const ports = await Promise.all(Array.from({ length: 100 }, freePort));

    expect(Math.max(...ports)).toBeLessThan(Number.parseInt(range, 10));
  });
});
