import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { breaches } from '../../../support/browser/accessibility.ts';
import { Visitor } from '../../../support/browser/browser-window.ts';
import { launchChromium, PLAIN_HTTP_HOST } from '../../../support/browser/chromium.ts';
import { walkWithTab } from '../../../support/browser/keyboard-walk.ts';
import { StrippingProxy } from '../../../support/browser/stripping-proxy.ts';

const launched = launchChromium(inject('chromiumPath'));
afterAll(async () => (await launched).close());

/** A page of ours for the test that asks. It listens on 127.0.0.1. */
async function aPage(html: string): Promise<number> {
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

async function aVisitorOf(html: string): Promise<Visitor> {
  const visitor = await Visitor.of(await launched, `http://127.0.0.1:${await aPage(html)}`);
  onTestFinished(() => visitor.context.close());
  await visitor.goTo('/');
  return visitor;
}

const MISDEEDS = [
  {
    what: 'a request to another host',
    html: '<script>fetch("http://127.0.0.2:9/").catch(() => {})</script>',
    complaint: 'request to http://127.0.0.2:9/',
  },
  { what: 'an error on the console', html: '<script>console.error("oh no")</script>', complaint: 'console: oh no' },
  {
    what: 'an error that nobody caught',
    html: '<script>throw new Error("oh no")</script>',
    complaint: 'page error: Error: oh no',
  },
  {
    what: 'a rejection that nobody caught',
    html: '<script>Promise.reject(new Error("oh no"))</script>',
    complaint: 'oh no',
  },
  {
    what: 'what the content security policy forbids',
    html: '<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
    complaint: 'content security policy: img-src forbids data',
  },
  { what: 'a failure of the service', html: '<script>fetch("/503")</script>', complaint: 'a status of 503' },
];

describe('a visitor', () => {
  it.each(MISDEEDS)('holds $what against the page', async ({ html, complaint }) => {
    const visitor = await aVisitorOf(`<!doctype html><title>Bad</title>${html}`);

    await expect.poll(() => visitor.complaints.join('\n')).toContain(complaint);
  });

  it('has nothing against a page that is told no', async () => {
    const visitor = await aVisitorOf(
      '<!doctype html><title>Good</title><script>fetch("/401").then(() => (document.title = "told"))</script>',
    );

    await expect.poll(() => visitor.page.title()).toBe('told');
    expect(visitor.complaints).toEqual([]);
  });
});

describe('axe', () => {
  const PALE = '<p style="color: light-dark(#ddd, #fff); background: light-dark(#fff, #111)">Pale</p>';

  it('finds what is hard to read in one scheme only', async () => {
    const { page } = await aVisitorOf(
      `<!doctype html><html lang="en"><title>Pale</title><style>:root { color-scheme: light dark }</style>${PALE}</html>`,
    );

    const found = await breaches(page);

    expect(found).toHaveLength(1);
    expect(found[0]).toContain('light: color-contrast');
  });
});

describe('a walk with the keyboard', () => {
  it('tells what cannot be reached and where the focus cannot be seen', async () => {
    const { page } = await aVisitorOf(`<!doctype html><title>Walk</title>
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
});

describe('a walk around a dialog', () => {
  it('tells what is reached behind it', async () => {
    const { page } = await aVisitorOf(`<!doctype html><title>Walk</title>
      <div role="dialog" aria-modal="true"><button>Yes</button></div> <button id="behind">Behind</button>`);

    const walk = await walkWithTab(page);

    expect(walk.controls).toEqual(['button "Yes"']);
    expect(walk.outside.join()).toContain('behind');
  });
});

describe('the doors', () => {
  it('have one that is no secure context', async () => {
    const port = await aPage('<!doctype html><title>Plain</title>');
    const plain = await Visitor.of(await launched, `http://${PLAIN_HTTP_HOST}:${port}`);
    const trusted = await Visitor.of(await launched, `http://127.0.0.1:${port}`);
    onTestFinished(async () => {
      await plain.context.close();
      await trusted.context.close();
    });

    await plain.goTo('/');
    await trusted.goTo('/');

    expect(await plain.page.evaluate('isSecureContext')).toBe(false);
    expect(await trusted.page.evaluate('isSecureContext')).toBe(true);
  });

  it('have a proxy that strips its path, and knows no other', async () => {
    const proxy = await StrippingProxy.listen('/tools/prompts');
    onTestFinished(() => proxy.close());
    proxy.leadTo(await aPage('<!doctype html><title>Inside</title>'));

    const inside = await fetch(`${proxy.url}/dashboard/`);
    const outside = await fetch(new URL('/dashboard/', proxy.url));

    expect(await inside.text()).toContain('Inside');
    expect(outside.status).toBe(404);
  });
});
