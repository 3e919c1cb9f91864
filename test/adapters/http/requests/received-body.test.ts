import { PassThrough } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { readJsonBytes } from '../../../../src/adapters/inbound/http/body/read-json.ts';
import { MemoryBudget } from '../../../../src/adapters/inbound/http/limits/memory-budget.ts';
import type { RequestContext } from '../../../../src/adapters/inbound/http/request/request-state.ts';

const BYTES_MAX = 100_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** A request whose body arrives as it is written to `req`. */
function aRequest() {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const req = Object.assign(new PassThrough(), { headers });
  const get = (name: string) => headers[name.toLowerCase()] ?? '';
  const state = { limits: { bodies: MemoryBudget.forBodies() } };
  return { req, ctx: { req, get, state } as unknown as RequestContext };
}

/** Writes a chunk that nothing but its receiver refers to. */
function send(req: PassThrough, bytes: number): WeakRef<Buffer> {
  const chunk = Buffer.alloc(bytes, ' ');
  req.write(chunk);
  return new WeakRef(chunk);
}

it('keeps nothing of a body that it has rejected, although the client has not finished sending', async () => {
  const { req, ctx } = aRequest();
  const reading = expect(readJsonBytes(ctx, BYTES_MAX)).rejects.toMatchObject({ code: 'body_too_large' });
  const received = send(req, BYTES_MAX);
  send(req, 1);
  await reading;

  await nextRound();
  collectGarbage();

  expect(received.deref()).toBeUndefined();
  expect(req.destroyed).toBe(false);
});

it('keeps no copy of a body that it has returned, although the request is still being handled', async () => {
  const { req, ctx } = aRequest();
  const reading = readJsonBytes(ctx, BYTES_MAX);
  const received = send(req, BYTES_MAX / 2);
  send(req, BYTES_MAX / 2);
  req.end();
  const body = await reading;

  await nextRound();
  collectGarbage();

  expect(body.length).toBe(BYTES_MAX);
  expect(received.deref()).toBeUndefined();
});
