import type { Message, Placeholder, PromptContent } from '../templates/prompt-content.ts';
import { characterCount } from '../text/character-count.ts';
import { foldCase } from '../text/fold-case.ts';
import type { PromptMetadata } from './prompt.ts';

export const SEARCH_CHARACTERS_MAX = 200;
export const SEARCH_WORDS_MAX = 10;
export const SEARCH_WORD_CHARACTERS_MAX = 100;

/** Case-folded words without white space. A prompt matches if it contains each of them, anywhere and in any field. */
export type SearchWords = readonly string[];

export type SearchOutcome =
  | { readonly kind: 'words'; readonly words: SearchWords }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'too-long' };

/** Splits a search text at white space. A text without words matches every prompt. */
export function parseSearch(text: string): SearchOutcome {
  const words = [...new Set(foldCase(text).split(/\s+/u))].filter((word) => word !== '');
  if (words.length > SEARCH_WORDS_MAX) return { kind: 'too-many' };
  if (words.some((word) => characterCount(word) > SEARCH_WORD_CHARACTERS_MAX)) return { kind: 'too-long' };
  return { kind: 'words', words };
}

type SearchedMetadata = Pick<PromptMetadata, 'name' | 'description'> & { readonly tags: readonly string[] };

/** The text of a prompt's metadata that is searched. Words contain no line break, so none matches across two fields. */
export const metadataText = ({ name, description, tags }: SearchedMetadata): string =>
  foldCase([name, description, ...tags].join('\n'));

/** The text of a version's content that is searched. */
export const contentText = (content: PromptContent): string =>
  foldCase(content.type === 'text' ? content.content : content.messages.map(messageText).join('\n'));

const messageText = (message: Message | Placeholder): string =>
  'placeholder' in message ? message.placeholder : message.content;

/** The words that a text does not contain. */
export const missingWords = (words: SearchWords, text: string): SearchWords =>
  words.filter((word) => !text.includes(word));
