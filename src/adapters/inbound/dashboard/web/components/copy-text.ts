/**
 * Puts text on the clipboard. Browsers offer the Clipboard API on https and on the same machine only;
 * on plain http in a LAN there is the old way left: select a text and copy the selection.
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  if (navigator.clipboard && window.isSecureContext) {
    try {
      return await copyThroughClipboard(text);
    } catch {
      // Refused by the browser or its user: the old way asks nobody.
    }
  }
  copySelection(await text);
}

/** Safari lets nobody write who has waited for an answer since the click, but takes a promise at once. */
async function copyThroughClipboard(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string' || typeof ClipboardItem === 'undefined') {
    return navigator.clipboard.writeText(await text);
  }
  const blob = text.then((arrived) => new Blob([arrived], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

function copySelection(text: string): void {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'off-screen';
  field.setAttribute('aria-hidden', 'true');
  // Inside an open dialog, which would take the focus back from anywhere else.
  (before?.closest('[role="dialog"]') ?? document.body).append(field);
  try {
    field.select();
    if (!document.execCommand('copy')) throw new Error('the browser refused to copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
