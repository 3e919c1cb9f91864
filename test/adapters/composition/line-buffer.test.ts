import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LineBuffer } from '../../../src/adapters/composition/service/line-buffer.ts';

describe('LineBuffer', () => {
  let written: string[];
  let lines: LineBuffer;

  beforeEach(() => {
    vi.useFakeTimers();
    written = [];
    lines = new LineBuffer((text) => written.push(text));
  });
  afterEach(() => vi.useRealTimers());

  it('writes buffered lines together after a few milliseconds, in order', () => {
    lines.write('a\n');
    lines.write('b\n');
    expect(written).toEqual([]);

    vi.runAllTimers();
    lines.write('c\n');
    vi.runAllTimers();

    expect(written).toEqual(['a\nb\n', 'c\n']);
  });

  it('writes immediately when the buffer is full', () => {
    const line = `${'a'.repeat(1023)}\n`;

    for (let count = 0; count < 65; count += 1) lines.write(line);
    expect(written).toEqual([line.repeat(65)]);

    vi.runAllTimers();
    expect(written).toHaveLength(1);
  });

  it('writes each line only once when flushed repeatedly', () => {
    lines.write('a\n');
    lines.flush();
    lines.flush();
    vi.runAllTimers();

    expect(written).toEqual(['a\n']);
  });

  it('drops lines written after end', () => {
    lines.write('a\n');
    lines.end();
    lines.write('b\n');
    vi.runAllTimers();

    expect(written).toEqual(['a\n']);
  });
});
