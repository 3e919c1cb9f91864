import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../../src/adapters/outbound/sql/search-signature.ts';
import fc from '../../support/seeded-fast-check.ts';

const covers = (text: string, word: string): boolean => {
  const [whole, part] = [signatureOf(text), signatureOf(word)];
  return part.every((bits, index) => ((whole[index] ?? 0) & bits) === bits);
};

describe('the signature of a text', () => {
  it('covers that of every word in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', minLength: 3 }),
        fc.string(),
        (a, word, b) => {
          expect(covers(`${a}${word}${b}`, word)).toBe(true);
        },
      ),
    );
  });

  it('rarely covers that of a word that is not in it', () => {
    const text = Array.from({ length: 700 }, (_, index) => (index * 7919).toString(36)).join(' ');
    const words = Array.from({ length: 1000 }, (_, index) => `${(index * 104_729 + 3_000_000_000).toString(36)}zz`);

    expect(words.filter((word) => covers(text, word)).length).toBeLessThan(50);
  });
});
