/**
 * Folds a text for case-insensitive search. Lower case alone depends on the neighbouring letters: a final sigma is a
 * different character, so a search for part of a word would miss it.
 */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
