/**
 * Folds a text for case-insensitive search. Lower-casing alone depends on the neighbouring letters: a final sigma
 * becomes a different character, so a search for part of a word would miss it.
 */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
