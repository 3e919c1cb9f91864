import { expect, it } from 'vitest';
import { inEverySetting } from '../../../support/browser/on-every-deployment.ts';

const PAGES = [
  '',
  '/login',
  '/setup',
  '/prompts',
  '/prompts/p_0000000000000_aaaaaa',
  '/usage',
  '/settings',
  '/nowhere',
];

inEverySetting("the pages' files", (stage) => {
  it.each(PAGES)('come under a policy that lets no foreign or inline script run: /dashboard%s', async (path) => {
    const answer = await fetch(`${stage.site.apiUrl}/dashboard${path}`, { headers: { Accept: 'text/html' } });

    const policy = new Map(
      (answer.headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources];
      }),
    );
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe|https?:|\*/);
    expect(await answer.text()).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style/i);
  });

  it('may be kept for ever under names that change with their content, and come compressed', async () => {
    const visitor = await stage.visitor();
    const seen: { readonly url: string; readonly headers: Record<string, string> }[] = [];
    visitor.page.on('response', (response) => seen.push({ url: response.url(), headers: response.headers() }));

    await visitor.goTo('/login');
    await visitor.page.getByRole('button', { name: 'Sign in' }).waitFor();

    const files = seen.filter(({ url }) => /\/assets\/[^/]+\.(js|css)$/.test(url));
    expect(files.length).toBeGreaterThan(1);
    for (const { url, headers } of files) {
      expect(url).toMatch(/-[\w-]{8,}\.(js|css)$/);
      expect(headers['cache-control'], url).toBe('public, max-age=31536000, immutable');
      // Chromium asks for br on trusted addresses only: everybody else gets gzip.
      expect(headers['content-encoding'], url).toBe(stage.setting.door === 'plain-http' ? 'gzip' : 'br');
    }
  });

  it('are what the address says, in a page that nobody keeps', async () => {
    const visitor = await stage.visitor();

    const answer = await visitor.page.goto(`${stage.site.url}/dashboard/prompts/p_0000000000000_aaaaaa`);
    await visitor.page.waitForURL(/\/dashboard\/login\?next=/);

    expect(answer?.headers()['cache-control']).toBe('no-store');
    expect(await visitor.page.evaluate('document.baseURI')).toBe(`${stage.site.url}/dashboard/`);
    expect(await visitor.page.evaluate('isSecureContext')).toBe(stage.setting.door !== 'plain-http');
  });

  it('lead from the root of the service to the dashboard', async () => {
    const visitor = await stage.visitor();

    await visitor.page.goto(`${stage.site.url}/`);

    await visitor.page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});
