import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceProcess } from '../../support/service/service-process.ts';
import { sendRaw } from '../http/requests/raw-connection.ts';

let service: ServiceProcess;
let secure: ServiceProcess;

beforeAll(async () => {
  [service, secure] = await Promise.all([
    ServiceProcess.start(),
    ServiceProcess.start({
      settings: {
        PROMPTHOLD_HTTP_PUBLIC_URL: 'https://tools.example.com/prompts',
        PROMPTHOLD_ACCOUNTS_INIT_EMAIL: 'ada@example.com',
        PROMPTHOLD_ACCOUNTS_INIT_PASSWORD: 'correct horse battery',
      },
    }),
  ]);
});
afterAll(() => Promise.all([service.dispose(), secure.dispose()]));

const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const visit = (path: string, headers: Record<string, string> = HTML, method = 'GET') =>
  fetch(new URL(path, service.url), { headers, method, redirect: 'manual' });

const scriptOf = async (path: string): Promise<string> =>
  /<script[^>]* src="([^"]+)"/.exec(await (await visit(path)).text())?.[1] ?? '';

describe('a page', () => {
  it.each([
    '',
    '/',
    '/login',
    '/setup',
    '/prompts',
    '/prompts/p_1',
    '/prompts/support/greeting/formal',
    '/labels',
    '/activity',
    '/webhooks',
    '/usage',
    '/connect',
    '/settings',
    '/settings?tab=api-keys',
  ])('is at /dashboard%s', async (path) => {
    const response = await visit(`/dashboard${path}`);

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'; script-src 'self';");
  });

  it('allows only scripts from its own files', async () => {
    const response = await visit('/dashboard');
    const policy = response.headers.get('Content-Security-Policy') ?? '';

    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(await response.text()).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style(?![^>]*\snonce="[^"]{20,}")/i);
  });

  it.each(['/dashboard', '/dashboard/nothing', '/api/docs'])(
    'allows other sites nothing, and no browser feature that it does not use: %s',
    async (path) => {
      const { headers } = await visit(path);

      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(headers.get('Permissions-Policy')).toMatch(/^(?!.*clipboard-write).*camera=\(\), .*geolocation=\(\)/);
    },
  );

  it('isolates itself from other windows on https, and not where browsers ignore and report that', async () => {
    const openerPolicyOf = async ({ port }: ServiceProcess, host: string) => {
      const response = await sendRaw(`http://127.0.0.1:${port}`, `HEAD /dashboard HTTP/1.1\r\nHost: ${host}\r\n\r\n`, {
        bodyless: true,
      });
      return response.headers.get('Cross-Origin-Opener-Policy');
    };

    expect(await openerPolicyOf(secure, 'tools.example.com')).toBe('same-origin');
    expect(await openerPolicyOf(service, '[::1]:3000')).toBe('same-origin');
    expect(await openerPolicyOf(service, '192.168.1.7:3000')).toBeNull();
  });

  it.each([
    ['/dashboard', 'dashboard/'],
    ['/dashboard/', './'],
    ['/dashboard/prompts', './'],
    ['/dashboard/prompts/p_1', '../'],
    ['/dashboard/prompts/support/greeting', '../../'],
  ])('has a base URL relative to its own path: %s', async (path, base) => {
    const html = await (await visit(path)).text();

    expect(html).toContain(`<base href="${base}" />`);
    const script = new URL(await scriptOf(path), new URL(base, new URL(path, service.url)));
    expect((await fetch(script)).status).toBe(200);
  });

  it('that does not exist is 404: a page for browsers, JSON for programs', async () => {
    const inBrowser = await visit('/dashboard/nothing');
    const inProgram = await visit('/dashboard/nothing', { Accept: 'application/json' });

    expect([inBrowser.status, inBrowser.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect([inProgram.status, await inProgram.json()]).toMatchObject([404, { code: 'not_found' }]);
  });

  it('tells the browser the configured public URL', async () => {
    const publicUrlFor = async ({ port }: ServiceProcess, host: string) => {
      const request = get({ port, path: '/dashboard/connect', headers: { host } });
      const [response]: IncomingMessage[] = await once(request, 'response');
      const html = response ? await text(response) : '';
      const [, info = ''] = /name="prompthold-start" content="([^"]+)"/.exec(html) ?? [];
      return JSON.parse(info.replaceAll('&quot;', '"')).publicUrl;
    };

    expect(await publicUrlFor(service, 'localhost:3000')).toBeNull();
    expect(await publicUrlFor(secure, 'tools.example.com')).toBe('https://tools.example.com/prompts');
  });

  it('for signing up is 404 while sign-up is closed', async () => {
    expect((await visit('/dashboard/signup')).status).toBe(404);
  });

  it.each(['/api/nothing', '/dashboard/api/nothing', '/dashboard/api', '/.well-known/security.txt', '/dashboardx'])(
    'is never returned for %s',
    async (path) => {
      const response = await visit(path);

      expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_found' }]);
    },
  );

  it('is the target of a redirect from / in browsers', async () => {
    const response = await visit('/');

    expect([response.status, response.headers.get('Location')]).toEqual([302, 'dashboard']);
    expect((await visit('/', {})).status).toBe(404);
  });

  it('accepts no other method than GET and HEAD', async () => {
    const response = await visit('/dashboard/login', HTML, 'POST');

    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('returns no body for HEAD', async () => {
    const response = await visit('/dashboard', HTML, 'HEAD');

    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('a static file', () => {
  it.each(['br', 'gzip'])('is compressed with %s, and may be cached forever', async (encoding) => {
    const path = `/dashboard/${await scriptOf('/dashboard/login')}`;

    const response = await visit(path, { 'Accept-Encoding': encoding });

    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('Vary')).toContain('Accept-Encoding');
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toContain('Prompthold');
  });

  it('is not compressed for clients without support', async () => {
    const path = `/dashboard/${await scriptOf('/dashboard/login')}`;

    const response = await visit(path, { 'Accept-Encoding': 'identity' });

    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(await response.text()).toContain('Prompthold');
  });

  it.each(['assets/nothing.js', 'assets/..%2f..%2fmain.js', '..%2f..%2f..%2f..%2fmain.js', 'assets/../index.html.js'])(
    'outside the build output is 404: %s',
    async (name) => {
      expect((await visit(`/dashboard/${name}`)).status).toBe(404);
    },
  );
});

it('sets Secure cookies with the __Host- prefix when the public URL uses https', async () => {
  const response = await fetch(`http://127.0.0.1:${secure.port}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: 'https://tools.example.com' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
  });

  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-prompthold=[0-9a-f]{32}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    ),
  ]);
});
