import { expect, it } from 'vitest';
import { onEveryDeployment } from '../../../support/browser/on-every-deployment.ts';

onEveryDeployment("the pages' files", (dashboard) => {
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

  it('are relative to the base address, to which the root of the service redirects', async () => {
    const { page } = await dashboard.openWindow();

    await page.goto(`${dashboard.site.url}/dashboard/prompts/p_0000000000000_aaaaaa`);
    await page.waitForURL(/\/dashboard\/login\?next=/);
    expect(await page.evaluate('document.baseURI')).toBe(`${dashboard.site.url}/dashboard/`);
    expect(await page.evaluate('isSecureContext')).toBe(dashboard.deployment.access !== 'plain-http');

    await page.goto(`${dashboard.site.url}/`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});
