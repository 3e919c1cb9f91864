import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { MemoryBudget } from '../../../../src/adapters/inbound/http/request/memory-budget.ts';
import { type Line, readLines } from '../../../../src/adapters/inbound/http/request/read-lines.ts';
import { RequestGate } from '../../../../src/adapters/inbound/http/request/request-gate.ts';
import type { RequestContext } from '../../../../src/adapters/inbound/http/request/request-state.ts';
import fc from '../../../support/seeded-fast-check.ts';

const MEMORY = { bytesMax: 100_000, bytesPerAccountMax: 100_000 };

const aContext = (chunks: readonly string[]): RequestContext =>
  ({
    req: Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
    state: { limits: { memory: new MemoryBudget(MEMORY), accounts: new RequestGate() } },
  }) as unknown as RequestContext;

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
    await expect(read(Array(20).fill('x'.repeat(30_000)), 1_000_000)).rejects.toMatchObject({ code: 'busy' });
  });
});
