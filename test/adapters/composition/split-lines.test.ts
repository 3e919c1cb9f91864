import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../src/adapters/composition/service/split-lines.ts';

describe('splitting a text into whole lines', () => {
  it.each([
    ['a text that is short enough stays whole', 'a\nb\n', ['a\nb\n']],
    ['as many lines as fit stay together', 'aaa\nbb\nccc\nd\n', ['aaa\nbb\n', 'ccc\nd\n']],
    ['bytes count, not characters', 'ääa\nöö\n', ['ääa\n', 'öö\n']],
    ['a line that is too long is a part by itself', 'a\nbbbbbbbbbb\nc\n', ['a\n', 'bbbbbbbbbb\n', 'c\n']],
    ['the last line may lack its end', 'aaaaa\nbbb', ['aaaaa\n', 'bbb']],
  ])('%s', (_what, text, parts) => {
    expect(splitLines(text, 8)).toEqual(parts);
  });
});
