import type { Page } from 'playwright-core';

/** Runs in the page: resolves as soon as the text appears. An earlier notice with the same text may still be visible. */
const waitForText = (text: string): string => `new Promise((resolve) => {
  const count = () => document.body.innerText.split(${JSON.stringify(text)}).length;
  let visible = count();
  const observer = new MutationObserver(() => {
    const before = visible;
    visible = count();
    if (visible <= before) return;
    observer.disconnect();
    resolve();
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
})`;

/**
 * Performs an action and waits for its notice. A notice disappears after four seconds, which this process may miss on a
 * busy machine, so the page itself watches for it, starting before the action.
 */
export async function expectNotice(page: Page, text: string, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.evaluate(waitForText(text)), act()]);
}
