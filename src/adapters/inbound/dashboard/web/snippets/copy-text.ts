/**
 * Copies text to the clipboard. Browsers offer the Clipboard API on https and localhost only;
 * on plain http in a LAN, the text is selected and copied with `execCommand`.
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  if (navigator.clipboard && window.isSecureContext) {
    try {
      return await copyThroughClipboard(text);
    } catch {
      // Denied by the browser or the user: `execCommand` needs no permission.
    }
  }
  copySelection(await text);
}

/** Safari rejects a write that comes later than the click, but accepts a promise during it. */
async function copyThroughClipboard(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string' || typeof ClipboardItem === 'undefined') {
    return navigator.clipboard.writeText(await text);
  }
  const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

function copySelection(text: string): void {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'off-screen';
  field.setAttribute('aria-hidden', 'true');
  // Inside an open dialog, whose focus trap would take the focus back from outside.
  (focused?.closest('[role="dialog"]') ?? document.body).append(field);
  try {
    field.select();
    if (!document.execCommand('copy')) throw new Error('the browser did not copy the selection');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
