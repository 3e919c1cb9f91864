import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CheckedTargets, type ResolveName } from '../../../src/adapters/outbound/webhooks/checked-targets.ts';
import { HttpWebhookSender } from '../../../src/adapters/outbound/webhooks/http-webhook-sender.ts';
import { PermittedAddresses } from '../../../src/adapters/outbound/webhooks/permitted-addresses.ts';
import type { SendOutcome } from '../../../src/application/ports/webhooks/webhook-sender.ts';
import { WebhookSecret } from '../../../src/domain/webhooks/webhook-secret.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { MISBEHAVIORS, RawReceiver, UNFINISHED_BODIES } from '../../support/webhooks/raw-receiver.ts';

const TIMEOUT_MS = 150;
const TIMED_OUT = { kind: 'unreachable', error: 'no response within 0.15 seconds' };

const resolveToLoopback: ResolveName = async () => [{ address: '127.0.0.1', family: 4 }];

function send(url: string, resolveName = resolveToLoopback, signal?: AbortSignal): Promise<SendOutcome> {
  const targets = new CheckedTargets(new PermittedAddresses(['127.0.0.1']), resolveName);
  const secrets = [WebhookSecret.fromEntropy(new Uint8Array(32))];
  const request = { owner: anAccount().id, url, id: 'msg_1', at: new Date(), body: '{"type":"x"}', secrets };
  const limits = { timeoutMs: signal ? 600_000 : TIMEOUT_MS, ...(signal && { signal }) };
  return new HttpWebhookSender(targets, '0.0.0').send(request, limits);
}

const isNoSuccess = (outcome: number | string): boolean => outcome === 101 || outcome === 'unreachable';

describe('an attempt ends, and its connection with it, if the receiver', () => {
  it.each(Object.entries(MISBEHAVIORS))('%s', async (_name, handle) => {
    const receiver = await RawReceiver.start(handle);
    const outcome = await send(receiver.url);

    expect(outcome.kind === 'responded' ? outcome.status : outcome.kind).toSatisfy(isNoSuccess);
    expect(receiver.acceptedCount).toBe(1);
    await expect.poll(() => receiver.openCount).toBe(0);
  });

  it('never completes the TLS handshake', async () => {
    const receiver = await RawReceiver.start(() => {});

    expect(await send(receiver.url.replace('http:', 'https:'))).toEqual(TIMED_OUT);
    await expect.poll(() => receiver.openCount).toBe(0);
  });

  it('does not accept the connection', async () => {
    expect(await send(`http://127.0.0.1:${await aFullPort()}/hook`)).toEqual(TIMED_OUT);
  });

  it('has a name whose server never responds', async () => {
    expect(await send('http://hooks.example/', () => new Promise(() => {}))).toEqual(TIMED_OUT);
  });
});

describe('an attempt', () => {
  it.each(Object.entries(UNFINISHED_BODIES))('counts by its status if the body %s', async (_name, handle) => {
    const receiver = await RawReceiver.start(handle);

    expect(await send(receiver.url)).toMatchObject({ kind: 'responded', status: 200 });
    await expect.poll(() => receiver.openCount).toBe(0);
  });

  it('reports a receiver that switches protocols as one that responded 101', async () => {
    const receiver = await RawReceiver.start((socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));

    expect(await send(receiver.url)).toMatchObject({ kind: 'responded', status: 101, response: '' });
  });

  it('does not wait for its timeout if the receiver sends interim responses without end', async () => {
    const receiver = await RawReceiver.start((socket) => socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(99)));

    expect(await send(receiver.url)).toEqual({
      kind: 'unreachable',
      error: 'the receiver sent too many interim responses',
    });
  });

  it('accepts the response that follows a few interim ones', async () => {
    const receiver = await RawReceiver.start((socket) =>
      socket.write(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3)}HTTP/1.1 204 No Content\r\n\r\n`),
    );

    expect(await send(receiver.url)).toMatchObject({ kind: 'responded', status: 204 });
  });

  it.each(Object.entries(MISBEHAVIORS))('ends when it is interrupted, if the receiver %s', async (_name, handle) => {
    const receiver = await RawReceiver.start(handle);
    const interruption = new AbortController();
    const outcome = send(receiver.url, undefined, interruption.signal);
    await expect.poll(() => receiver.acceptedCount).toBe(1);
    interruption.abort();

    expect(['interrupted', 'unreachable', 'responded']).toContain((await outcome).kind);
    await expect.poll(() => receiver.openCount).toBe(0);
  });

  it('is interrupted although its name is still looked up', async () => {
    const interruption = new AbortController();
    const outcome = send('http://hooks.example/', () => new Promise(() => {}), interruption.signal);
    interruption.abort();

    expect(await outcome).toEqual({ kind: 'interrupted' });
  });
});

/** A port of a thread that accepts nothing, with its queue of connections filled: the next one hangs. */
async function aFullPort(): Promise<number> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
     });`,
    { eval: true },
  );
  onTestFinished(async () => {
    await worker.terminate();
  });
  const [port] = await once(worker, 'message');
  for (let queued = 0; queued < 2; queued += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => {
      socket.destroy();
    });
    await once(socket, 'connect');
  }
  return port;
}
