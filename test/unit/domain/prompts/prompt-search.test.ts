import { describe, expect, it } from 'vitest';
import {
  contentText,
  metadataText,
  missingWords,
  parseSearch,
  SEARCH_WORD_CHARACTERS_MAX,
  SEARCH_WORDS_MAX,
} from '../../../../src/domain/prompts/prompt-search.ts';
import { toName, toTags } from '../../../support/builders/a-prompt.ts';

const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

describe('parseSearch', () => {
  it.each([
    ['', []],
    [' \t\n', []],
    ['Hello', ['hello']],
    ['  Hello\u00a0\u3000WORLD\nagain  ', ['hello', 'world', 'again']],
    ['a A a', ['a']],
    ['ΟΔΟΣ', ['οδοσ']],
  ])('splits %j at white space, and folds the case', (text, expected) => {
    expect(parseSearch(text)).toEqual({ kind: 'words', words: expected });
  });

  it('limits the number of different words and their length, in characters', () => {
    const longest = '🦁'.repeat(SEARCH_WORD_CHARACTERS_MAX);

    expect(parseSearch(words(SEARCH_WORDS_MAX))).toMatchObject({ kind: 'words' });
    expect(parseSearch(`${words(SEARCH_WORDS_MAX)} w1`)).toMatchObject({ kind: 'words' });
    expect(parseSearch(words(SEARCH_WORDS_MAX + 1))).toEqual({ kind: 'too-many' });
    expect(parseSearch(longest)).toEqual({ kind: 'words', words: [longest] });
    expect(parseSearch(`${longest}x`)).toEqual({ kind: 'too-long' });
  });
});

describe('the searched text', () => {
  it('separates all fields, so that no word matches across two of them', () => {
    const metadata = metadataText({ name: toName('a/b'), description: 'Für Σ', tags: toTags('x', 'y') });
    const chat = contentText({
      type: 'chat',
      messages: [
        { role: 'user', content: 'One' },
        { role: 'user', content: 'TWO' },
      ],
    });

    expect(metadata).toBe('a/b\nfür σ\nx\ny');
    expect(chat).toBe('one\ntwo');
    expect(missingWords(['one', 'onetwo', 'wo'], chat)).toEqual(['onetwo']);
  });
});
