/**
 * How texts are compared whatever their case. Lower case alone would depend on the letters around: a sigma at the end of
 * a word is written differently, and who looks for a part of a word would not find it.
 */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
