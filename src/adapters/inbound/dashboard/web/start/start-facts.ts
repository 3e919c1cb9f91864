/** What the server knows when it sends the page. */
interface StartFacts {
  readonly version: string;
  readonly signupOpen: boolean;
  /** Until somebody has opened the first account; unknown while the storage is away. */
  readonly setupOpen: boolean | 'unknown';
}

const content = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

export const startFacts: StartFacts = JSON.parse(content('prompthold-start') || '{}');

/** The page lives on after the first account was opened in it; what the server said before is then outdated. */
export function noteFirstAccount(): void {
  Object.assign(startFacts, { setupOpen: false });
}

/** Lets the styles that Mantine writes at run time pass the content security policy. */
export const styleNonce: string = content('prompthold-style-nonce');

// What locks the page's scrolling behind a dialog writes a style, too, and looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
