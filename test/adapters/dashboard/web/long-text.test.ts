import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../../src/adapters/inbound/dashboard/web/editor/split-lines.ts';

describe('a long text', () => {
  it('is split into blocks of whole lines, and nothing of it is lost', () => {
    const text = Array.from({ length: 2000 }, (_, index) => `Line ${index + 1}`).join('\n');

    const blocks = splitLines(text);

    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.every((block) => block.startsWith('Line ') && /\d$/.test(block))).toBe(true);
    expect(blocks.join('\n')).toBe(text);
  });

  it('is one block if it is short or one line', () => {
    for (const text of ['', '\n', 'Hello\n\n', 'x'.repeat(100_000)]) expect(splitLines(text)).toEqual([text]);
  });
});
