import type { Page } from 'playwright-core';

/** Runs in the page: resolves as soon as the text is to be seen there. */
const lookOutFor = (text: string): string => `new Promise((resolve) => {
  const observer = new MutationObserver(() => look());
  const look = () => {
    if (!document.body.innerText.includes(${JSON.stringify(text)})) return;
    observer.disconnect();
    resolve();
  };
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  look();
})`;

/**
 * Does something, and sees the notice of it. A notice is gone after four seconds, through which this process may sleep
 * on a busy machine: so the page itself looks out for it, and does so from before.
 */
export async function seeNotice(page: Page, text: string, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.evaluate(lookOutFor(text)), act()]);
}
