/** A line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** Shown beside the label, but not searched. */
  readonly note?: string;
  /** Other terms that find the entry. */
  readonly keywords?: string;
  /** The keys that do the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

const splitWords = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Entries in which every word of the query begins a word. */
export function filterEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const wanted = splitWords(query);
  return entries.filter(({ label, keywords = '' }) => {
    const words = splitWords(`${label} ${keywords}`);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
}

interface Named {
  readonly name: string;
}

const hasWords = (name: string, words: readonly string[]): boolean => words.every((word) => name.includes(word));

/** The server also finds content: prompts with a matching name come first. */
export function rankPrompts<Prompt extends Named>(prompts: readonly Prompt[], query: string, max: number): Prompt[] {
  const words = splitWords(query);
  const { named = [], others = [] } = Object.groupBy(prompts, ({ name }) =>
    hasWords(name, words) ? 'named' : 'others',
  );
  return [...named, ...others].slice(0, max);
}

/** Finds the results of an earlier query that still match by their names, until the response arrives. */
export const matchNames = <Prompt extends Named>(prompts: readonly Prompt[], query: string): Prompt[] =>
  prompts.filter(({ name }) => hasWords(name, splitWords(query)));

/** The entry that an arrow key moves to, from the last one to the first. */
export function moveSelection(entries: readonly PaletteEntry[], selected: string | undefined, step: 1 | -1): string {
  const at = entries.findIndex(({ id }) => id === selected);
  return entries.at((at + step) % entries.length)?.id ?? '';
}
