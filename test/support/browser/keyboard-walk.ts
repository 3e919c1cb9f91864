import type { Page } from 'playwright-core';

/**
 * Runs in the page. Lists all visible controls with their appearance without focus. Of radio buttons and tabs only the
 * selected one is a tab stop: arrow keys reach the others. While a dialog is open, only its controls count.
 */
const NUMBER_CONTROLS = `(() => {
  const OPERABLE = 'a[href], button, input, select, textarea, summary, [contenteditable=true], ' +
    '[role=button], [role=link], [role=switch], [role=checkbox], [role=tab], [role=combobox]';
  const isArrowStop = (element) =>
    (element.type === 'radio' && !element.checked) ||
    (element.getAttribute('role') === 'tab' && element.getAttribute('aria-selected') !== 'true');
  const isOperable = (element) =>
    !element.disabled && element.type !== 'hidden' && !isArrowStop(element) &&
    !element.closest('[inert], [aria-hidden=true]') && element.getClientRects().length > 0 &&
    element.checkVisibility({ visibilityProperty: true });

  // A field may show the focus on its frame, an editor on its container, a hidden radio button on its label.
  const surroundings = (element) => [element, element.nextElementSibling, element.labels?.[0], element.parentElement,
    element.parentElement?.parentElement, element.closest('.cm-editor'), element.closest('.template-editor'),
  ].filter(Boolean);
  // The link of a row shows the focus around the row, which its ::after covers.
  const looks = (part) => [null, '::after'].map((pseudo) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, left } =
      getComputedStyle(part, pseudo);
    return [outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, left].join();
  }).join();
  const looksOf = (element) => {
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
    return surroundings(element).map(looks).join(';');
  };
  const nameOf = (element) => element.ariaLabel ?? element.labels?.[0]?.innerText ?? element.innerText ?? '';

  const scope = document.querySelector('[role=dialog][aria-modal=true]') ?? document;
  const controls = [...scope.querySelectorAll(OPERABLE)].filter(isOperable);
  document.activeElement?.blur();
  window.walk = { scope, controls, looksOf, looksBefore: controls.map(looksOf) };
  return controls.map((element) => element.tagName.toLowerCase() + ' "' + nameOf(element) + '"');
})()`;

/** Runs in the page: the control that has the focus. */
const READ_FOCUS = `(() => {
  const { scope, controls, looksOf, looksBefore } = window.walk;
  const element = document.activeElement;
  const at = controls.indexOf(element);
  const visible = at < 0 || looksOf(element) !== looksBefore[at];
  return { at, visible, stray: scope.contains(element) ? null : element.outerHTML.slice(0, 200) };
})()`;

interface Focus {
  /** Index of the control; -1 for anything else. */
  readonly at: number;
  readonly visible: boolean;
  /** An element outside the open dialog that has the focus. */
  readonly stray: string | null;
}

export interface Walk {
  readonly controls: readonly string[];
  /** Controls that Tab never reached. */
  readonly unreachable: readonly string[];
  /** Controls that look the same with and without focus. */
  readonly invisible: readonly string[];
  /** Elements reached outside the open dialog. */
  readonly outside: readonly string[];
}

/** Presses Tab once around the page, or around the open dialog. */
export async function walkWithTab(page: Page): Promise<Walk> {
  const controls = await page.evaluate<string[]>(NUMBER_CONTROLS);
  const reached = new Set<number>();
  const invisible: string[] = [];
  const outside: string[] = [];
  // Allows for stops that are not controls, such as scrollable code. The last stop leads back to the first.
  for (let press = 0; press < controls.length * 2 + 10; press += 1) {
    await page.keyboard.press('Tab');
    const { at, visible, stray } = await page.evaluate<Focus>(READ_FOCUS);
    if (reached.has(at)) break;
    if (stray !== null) outside.push(stray);
    if (at < 0) continue;
    reached.add(at);
    if (!visible) invisible.push(controls[at] ?? '');
  }
  return { controls, unreachable: controls.filter((_name, at) => !reached.has(at)), invisible, outside };
}
