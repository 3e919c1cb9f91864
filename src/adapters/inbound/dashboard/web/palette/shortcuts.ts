/** How long “g” waits for the key of a page. */
const PREFIX_MS = 1500;

export type Shortcut = { readonly kind: 'create' | 'search' | 'help' } | { readonly kind: 'go'; readonly path: string };

interface PageKey {
  readonly key: string;
  readonly path: string;
}

export interface Press {
  readonly key: string;
  /** Time in milliseconds, from any start. */
  readonly at: number;
}

const SINGLE_KEYS: Readonly<Record<string, Shortcut>> = {
  c: { kind: 'create' },
  '/': { kind: 'search' },
  '?': { kind: 'help' },
};

/** The shortcut that a key completes, given the key before it. */
export function findShortcut(
  press: Press,
  previous: Press | undefined,
  pages: readonly PageKey[],
): Shortcut | undefined {
  const isAfterPrefix = previous?.key === 'g' && press.at - previous.at <= PREFIX_MS;
  if (!isAfterPrefix) return SINGLE_KEYS[press.key];
  const page = pages.find(({ key }) => key === press.key);
  return page && { kind: 'go', path: page.path };
}

/** The part of a `KeyboardEvent` that matters here. */
interface KeyEvent {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether the event opens and closes the palette. Control+K deletes text on Apple's systems. */
export const isPaletteKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyEvent, isApple: boolean): boolean =>
  key.toLowerCase() === 'k' && !shiftKey && !altKey && (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey);
