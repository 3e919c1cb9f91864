import type { ServerInfo } from '../../pages/dashboard-page.ts';

const content = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

export const serverInfo: ServerInfo = JSON.parse(content('prompthold-start') || '{}');

/** Updates the stale information after the first account was opened in this page. */
export function markSetupClosed(): void {
  Object.assign(serverInfo, { setupOpen: false });
}

/** Required by the content security policy for the styles that Mantine adds at run time. */
export const styleNonce: string = content('prompthold-style-nonce');

// The scroll lock of dialogs also adds a style, and reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
