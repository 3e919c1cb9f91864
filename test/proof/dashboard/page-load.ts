import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BrowserWindow } from '../../support/browser/browser-window.ts';

const REQUESTS_MAX = 12;
const BYTES_MAX = 250 * 1024;
/** A comparison has two editors and a library of its own. */
const COMPARISON_BYTES_MAX = 260 * 1024;
const LAYOUT_SHIFT_MAX = 0.02;

/** Records the movements that no input explains, from the start of the page, with the elements that moved. */
const RECORD_LAYOUT_SHIFT = `globalThis.layoutShifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    const moved = sources.map(({ node, previousRect, currentRect }) => {
      const element = node instanceof Element ? node.cloneNode().outerHTML : String(node?.nodeValue);
      return element.slice(0, 200) + ': ' + place(previousRect) + ' to ' + place(currentRect);
    });
    if (!hadRecentInput) globalThis.layoutShifts.push({ value, moved });
  }
}).observe({ type: 'layout-shift', buffered: true });`;

interface LayoutShift {
  readonly value: number;
  readonly moved: readonly string[];
}

interface Load {
  /** Without repetitions: a page that waits for the first call asks for it every few seconds. */
  readonly requests: Set<string>;
  readonly consoleErrors: string[];
  /** Of the bodies, as compressed. */
  bytes: number;
}

/** Records what the browser loads and reports from now on. */
export async function recordLoad({ context, page }: BrowserWindow): Promise<Load> {
  const load: Load = { requests: new Set(), consoleErrors: [], bytes: 0 };
  page.on('console', (message) => message.type() === 'error' && load.consoleErrors.push(message.text()));
  await page.addInitScript(RECORD_LAYOUT_SHIFT);
  const session = await context.newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) load.requests.add(`${request.method} ${request.url}`);
  });
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    load.bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return load;
}

/** Everything that the page loads by itself has arrived; a stream of events never ends. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** The visit takes few requests and bytes, and moves nothing. */
export async function expectQuickLoad(page: Page, load: Load): Promise<void> {
  await settle(page);
  const requests = [...load.requests].join('\n');
  expect(load.requests.size, requests).toBeLessThanOrEqual(REQUESTS_MAX);
  const bytesMax = page.url().endsWith('?tab=versions') ? COMPARISON_BYTES_MAX : BYTES_MAX;
  expect(load.bytes, requests).toBeLessThanOrEqual(bytesMax);
  const shifts = await page.evaluate<readonly LayoutShift[]>('layoutShifts');
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(shift, JSON.stringify(shifts, undefined, 1)).toBeLessThan(LAYOUT_SHIFT_MAX);
}
