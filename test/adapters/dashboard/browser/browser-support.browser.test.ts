import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { findAccessibilityViolations } from '../../../support/browser/accessibility.ts';
import { BrowserWindow } from '../../../support/browser/browser-window.ts';
import { launchChromium } from '../../../support/browser/chromium.ts';
import { walkWithTab } from '../../../support/browser/keyboard-walk.ts';

const launched = launchChromium(inject('chromiumPath'));
afterAll(async () => (await launched).close());

/** A page of ours for the test that asks. It listens on 127.0.0.1. */
async function servePage(html: string): Promise<number> {
  const server = createServer((request, response) => {
    const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': "img-src 'self'" };
    if (request.url?.startsWith('/dashboard')) response.writeHead(200, headers).end(html);
    else response.writeHead(Number(request.url?.slice(1)) || 404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function openWindowWith(html: string): Promise<BrowserWindow> {
  const window = await BrowserWindow.open(await launched, `http://127.0.0.1:${await servePage(html)}`);
  onTestFinished(() => window.context.close());
  await window.goTo('/');
  return window;
}

const VIOLATIONS = [
  {
    what: 'a request to another host',
    html: '<script>fetch("http://127.0.0.2:9/").catch(() => {})</script>',
    violation: 'request to http://127.0.0.2:9/',
  },
  { what: 'an error on the console', html: '<script>console.error("oh no")</script>', violation: 'console: oh no' },
  {
    what: 'an uncaught error',
    html: '<script>throw new Error("oh no")</script>',
    violation: 'page error: Error: oh no',
  },
  {
    what: 'an unhandled rejection',
    html: '<script>Promise.reject(new Error("oh no"))</script>',
    violation: 'oh no',
  },
  {
    what: 'a violation of the content security policy',
    html: '<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
    violation: 'content security policy: img-src forbids data',
  },
  { what: 'a 5xx response', html: '<script>fetch("/503")</script>', violation: 'a status of 503' },
];

describe('a browser window', () => {
  it.each(VIOLATIONS)('records $what', async ({ html, violation }) => {
    const window = await openWindowWith(`<!doctype html><title>Bad</title>${html}`);

    await expect.poll(() => window.violations.join('\n')).toContain(violation);
  });

  it('accepts a page that gets a 4xx response', async () => {
    const window = await openWindowWith(
      '<!doctype html><title>Good</title><script>fetch("/401").then(() => (document.title = "rejected"))</script>',
    );

    await expect.poll(() => window.page.title()).toBe('rejected');
    expect(window.violations).toEqual([]);
  });
});

describe('axe', () => {
  const PALE = '<p style="color: light-dark(#ddd, #fff); background: light-dark(#fff, #111)">Pale</p>';

  it('finds low contrast in one colour scheme only', async () => {
    const { page } = await openWindowWith(
      `<!doctype html><html lang="en"><title>Pale</title><style>:root { color-scheme: light dark }</style>${PALE}</html>`,
    );

    const found = await findAccessibilityViolations(page);

    expect(found).toHaveLength(1);
    expect(found[0]).toContain('light: color-contrast');
  });
});

describe('a keyboard walk', () => {
  it('reports unreachable controls and invisible focus', async () => {
    const { page } = await openWindowWith(`<!doctype html><title>Walk</title>
      <style>.hush:focus { outline: none }</style>
      <a href="#">Plain</a> <button class="hush">Hushed</button> <button tabindex="-1">Left out</button>
      <label><input type="radio" name="r" checked>One</label> <label><input type="radio" name="r">Two</label>
      <button disabled>Off</button> <button hidden>Gone</button>`);

    const walk = await walkWithTab(page);

    expect(walk).toEqual({
      controls: ['a "Plain"', 'button "Hushed"', 'button "Left out"', 'input "One"'],
      unreachable: ['button "Left out"'],
      invisible: ['button "Hushed"'],
      outside: [],
    });
  });

  it('reports controls that are reached outside an open dialog', async () => {
    const { page } = await openWindowWith(`<!doctype html><title>Walk</title>
      <div role="dialog" aria-modal="true"><button>Yes</button></div> <button id="behind">Behind</button>`);

    const walk = await walkWithTab(page);

    expect(walk.controls).toEqual(['button "Yes"']);
    expect(walk.outside.join()).toContain('behind');
  });
});
