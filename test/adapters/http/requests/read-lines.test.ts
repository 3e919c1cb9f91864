import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { arrivalMsMax } from '../../../../src/adapters/inbound/http/body/body-buffer.ts';
import { type Line, readLines } from '../../../../src/adapters/inbound/http/body/read-lines.ts';
import { REQUEST_LIMITS } from '../../../../src/adapters/inbound/http/limits/http-limits.ts';
import { MemoryBudget } from '../../../../src/adapters/inbound/http/limits/memory-budget.ts';
import type { RequestContext } from '../../../../src/adapters/inbound/http/request/request-state.ts';
import { KeyedLimiter } from '../../../../src/adapters/limits/keyed-limiter.ts';
import fc from '../../../support/seeded-fast-check.ts';

/** Half of it is for one account. */
const MEMORY_BYTES = 200_000;

const aContext = (chunks: readonly string[]): RequestContext =>
  ({
    req: Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
    state: { limits: { bodies: MemoryBudget.forBodies(MEMORY_BYTES), accounts: new KeyedLimiter(REQUEST_LIMITS) } },
  }) as unknown as RequestContext;

/** A request whose body never ends. */
function anOpenRequest() {
  const req = new Readable({ read: () => {} });
  const limits = { bodies: MemoryBudget.forBodies(MEMORY_BYTES), accounts: new KeyedLimiter(REQUEST_LIMITS) };
  return { req, ctx: { req, state: { limits } } as unknown as RequestContext };
}

const read = async (chunks: readonly string[], bytesMax = 1000) => {
  const lines: Line[] = await Array.fromAsync(readLines(aContext(chunks), bytesMax));
  return lines.map(({ number, bytes }) => [number, bytes && Buffer.from(bytes).toString()]);
};

describe('the lines of a body', () => {
  it('do not depend on how it is divided into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('', 'a', '\n', 'bc\nd', '\n\n', 'eee')), async (chunks) => {
        const expected = chunks
          .join('')
          .split('\n')
          .flatMap((text, index) => (text === '' ? [] : [[index + 1, text]]));
        expect(await read(chunks)).toEqual(expected);
      }),
    );
  });

  it('are reported without their content when they are too long, and those after them are read', async () => {
    expect(await read(['aaa', 'aaa\nbbb\n', 'cccc'], 3)).toEqual([
      [1, undefined],
      [2, 'bbb'],
      [3, undefined],
    ]);
  });

  it('take no more memory than one of them at a time', async () => {
    const line = `${'x'.repeat(30_000)}\n`;

    expect(await read(Array(20).fill(line), 50_000)).toHaveLength(20);
    await expect(read(Array(20).fill('x'.repeat(30_000)), 1_000_000)).rejects.toMatchObject({ code: 'busy', line: 1 });
  });

  it('end the reading when one does not arrive in time, and release what was held of it', async () => {
    const { ctx, req } = anOpenRequest();
    const lines = readLines(ctx, 100_000, { msMax: 1, graceMs: 1, bytesPerSecondMin: 1_000_000 });
    req.push(`first\n${'x'.repeat(50_000)}`);
    expect((await lines.next()).value).toMatchObject({ number: 1 });

    await expect(lines.next()).rejects.toMatchObject({ code: 'request_timeout', line: 2 });

    expect(ctx.state.limits.bodies.reserve(ctx.state, 50_000)).toBe(true);
  });

  it('may be as far apart as the client likes', async () => {
    const { ctx, req } = anOpenRequest();
    const lines = readLines(ctx, 1000, { msMax: 0, graceMs: 0, bytesPerSecondMin: 1 });
    req.push('first\n');
    await lines.next();

    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const second = lines.next();
    await vi.advanceTimersByTimeAsync(60_000);
    req.push('second\n');

    expect((await second).value).toMatchObject({ number: 2 });
  });
});

describe('the time for a line', () => {
  it('grows with what has arrived, at a minimum rate, up to the limit', () => {
    const limits = { msMax: 30_000, graceMs: 10_000, bytesPerSecondMin: 1000 };

    expect([0, 1000, 20_000, 1_000_000].map((bytes) => arrivalMsMax(bytes, limits))).toEqual([
      ...[10_000, 11_000, 30_000, 30_000],
    ]);
  });
});
