import type { Page } from 'playwright-core';

/**
 * Runs in the page. Numbers everything that can be operated and is to be seen, and remembers how it looks without the
 * focus. Of radio buttons and tabs only the chosen one is a stop: arrows lead to the others. Where a dialog is open,
 * there is nothing else.
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

  // A field may show the focus on its frame, an editor on the one around it, a hidden radio button on its label.
  const surroundings = (element) => [element, element.nextElementSibling, element.labels?.[0], element.parentElement,
    element.parentElement?.parentElement, element.closest('.cm-editor'), element.closest('.template-editor'),
  ].filter(Boolean);
  const looks = (part) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, left } =
      getComputedStyle(part);
    return [outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, left].join();
  };
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

/** Runs in the page: where the focus is now. */
const LOOK_AT_FOCUS = `(() => {
  const { scope, controls, looksOf, looksBefore } = window.walk;
  const element = document.activeElement;
  const at = controls.indexOf(element);
  const visible = at < 0 || looksOf(element) !== looksBefore[at];
  return { at, visible, stray: scope.contains(element) ? null : element.outerHTML.slice(0, 200) };
})()`;

interface Focus {
  /** Which of the numbered controls; -1 for anything else. */
  readonly at: number;
  readonly visible: boolean;
  /** What it is on, where that should not be reached. */
  readonly stray: string | null;
}

export interface Walk {
  readonly controls: readonly string[];
  /** Those that no number of Tabs led to. */
  readonly unreachable: readonly string[];
  /** Those that looked the same with the focus as without. */
  readonly invisible: readonly string[];
  /** What was reached outside of the dialog that is open. */
  readonly outside: readonly string[];
}

/** Presses Tab all around the page, or around the dialog that is open. */
export async function walkWithTab(page: Page): Promise<Walk> {
  const controls = await page.evaluate<string[]>(NUMBER_CONTROLS);
  const reached = new Set<number>();
  const invisible: string[] = [];
  const outside: string[] = [];
  // Room for stops that are no controls, such as code that scrolls. The end leads back to the beginning.
  for (let press = 0; press < controls.length * 2 + 10; press += 1) {
    await page.keyboard.press('Tab');
    const { at, visible, stray } = await page.evaluate<Focus>(LOOK_AT_FOCUS);
    if (reached.has(at)) break;
    if (stray !== null) outside.push(stray);
    if (at < 0) continue;
    reached.add(at);
    if (!visible) invisible.push(controls[at] ?? '');
  }
  return { controls, unreachable: controls.filter((_name, at) => !reached.has(at)), invisible, outside };
}
