import { expect, it } from 'vitest';
import { onEveryDeployment } from '../../../support/browser/on-every-deployment.ts';

const PAGES = [
  '',
  '/login',
  '/setup',
  '/prompts',
  '/prompts/p_0000000000000_aaaaaa',
  '/activity',
  '/webhooks',
  '/usage',
  '/settings',
  '/nowhere',
];

onEveryDeployment("the pages' files", (dashboard) => {
  it.each(PAGES)('have a policy against foreign and inline scripts: /dashboard%s', async (path) => {
    const response = await fetch(`${dashboard.site.apiUrl}/dashboard${path}`, { headers: { Accept: 'text/html' } });

    const policy = new Map(
      (response.headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources];
      }),
    );
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe|https?:|\*/);
    expect(await response.text()).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style(?![^>]*\snonce="[^"]{20,}")/i);
  });

  it('are compressed, and cached forever under names that change with their content', async () => {
    const window = await dashboard.openWindow();
    const seen: { readonly url: string; readonly headers: Record<string, string> }[] = [];
    window.page.on('response', (response) => seen.push({ url: response.url(), headers: response.headers() }));

    await window.goTo('/login');
    await window.page.getByRole('button', { name: 'Sign in' }).waitFor();

    const files = seen.filter(({ url }) => /\/assets\/[^/]+\.(js|css)$/.test(url));
    expect(files.length).toBeGreaterThan(1);
    for (const { url, headers } of files) {
      expect(url).toMatch(/-[\w-]{8,}\.(js|css)$/);
      expect(headers['cache-control'], url).toBe('public, max-age=31536000, immutable');
      // Chromium accepts br only in secure contexts.
      expect(headers['content-encoding'], url).toBe(dashboard.deployment.access === 'plain-http' ? 'gzip' : 'br');
    }
  });

  it('are relative to the base address, in a page that is not cached', async () => {
    const window = await dashboard.openWindow();

    const response = await window.page.goto(`${dashboard.site.url}/dashboard/prompts/p_0000000000000_aaaaaa`);
    await window.page.waitForURL(/\/dashboard\/login\?next=/);

    expect(response?.headers()['cache-control']).toBe('no-store');
    expect(await window.page.evaluate('document.baseURI')).toBe(`${dashboard.site.url}/dashboard/`);
    expect(await window.page.evaluate('isSecureContext')).toBe(dashboard.deployment.access !== 'plain-http');
  });

  it('redirect from the root of the service to the dashboard', async () => {
    const window = await dashboard.openWindow();

    await window.page.goto(`${dashboard.site.url}/`);

    await window.page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});
