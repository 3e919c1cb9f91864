import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatheredLines } from '../../../src/adapters/composition/service/gathered-lines.ts';

describe('lines that are gathered', () => {
  let handed: string[];
  let lines: GatheredLines;

  beforeEach(() => {
    vi.useFakeTimers();
    handed = [];
    lines = new GatheredLines((text) => handed.push(text));
  });
  afterEach(() => vi.useRealTimers());

  it('are handed on together after a short while, in their order', () => {
    lines.write('a\n');
    lines.write('b\n');
    expect(handed).toEqual([]);

    vi.runAllTimers();
    lines.write('c\n');
    vi.runAllTimers();

    expect(handed).toEqual(['a\nb\n', 'c\n']);
  });

  it('are handed on at once when they are many', () => {
    const line = `${'a'.repeat(1023)}\n`;

    for (let written = 0; written < 65; written += 1) lines.write(line);
    expect(handed).toEqual([line.repeat(65)]);

    vi.runAllTimers();
    expect(handed).toHaveLength(1);
  });

  it('are handed on when that is asked for, and only once', () => {
    lines.write('a\n');
    lines.handOn();
    lines.handOn();
    vi.runAllTimers();

    expect(handed).toEqual(['a\n']);
  });

  it('are for nobody after the end', () => {
    lines.write('a\n');
    lines.end();
    lines.write('b\n');
    vi.runAllTimers();

    expect(handed).toEqual(['a\n']);
  });
});
