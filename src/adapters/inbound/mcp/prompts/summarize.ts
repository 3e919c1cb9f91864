const SUMMARY_CHARACTERS_MAX = 200;

/** The first line of a description, as lists show it. Undefined if there is none. */
export function summarize(description: string): string | undefined {
  const [line = ''] = description.trim().split('\n', 1);
  const summary = cutText(line.trim(), SUMMARY_CHARACTERS_MAX);
  return summary === '' ? undefined : summary;
}

/** Cuts the text to this many characters. Never cuts a character in half. */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return [...text.slice(0, 2 * charactersMax)].slice(0, charactersMax).join('');
}
