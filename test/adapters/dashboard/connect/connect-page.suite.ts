import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectNotice } from '../../../support/browser/expect-notice.ts';
import type { SignedInWindow, TestDashboard } from '../../../support/browser/on-every-deployment.ts';

/** Opens the page of a user with two prompts. */
export async function openConnectPage(dashboard: TestDashboard): Promise<SignedInWindow> {
  const user = await dashboard.site.createUser();
  const prompts = [
    { name: 'dev/review', content: 'Review {{code}}', tags: ['agent'], labels: ['production'] },
    { name: 'support/reply', content: 'Dear {{customer}}', tags: ['agent', 'mail'] },
  ];
  for (const body of prompts) await dashboard.site.call('prompts', user.token, { method: 'POST', body });
  return dashboard.signIn('/connect', user);
}

export const snippetsIn = (page: Page, title: string): Promise<readonly string[]> =>
  page.getByRole('region', { name: title, exact: true }).locator('pre').allInnerTexts();

const CLIENTS = ['Claude Code', 'Gemini CLI', 'Codex', 'Cursor', 'VS Code', 'Claude Desktop', 'Other clients'];
const PROGRAMS = ['TypeScript and JavaScript', 'Python', 'Langfuse SDKs', 'LiteLLM', 'LangChain', 'curl'];

/** What depends on the address of the service. */
export function describeAddresses(dashboard: TestDashboard): void {
  it('has a snippet for every client, with the address that users know and without the key, and warns if MCP clients would be refused', async () => {
    const { page, window, user } = await openConnectPage(dashboard);
    const { url } = dashboard.site;
    await page.getByRole('heading', { name: 'Connect', level: 1 }).waitFor();
    await page.getByText('2 prompts').waitFor();

    expect(await snippetsIn(page, 'Claude Code')).toEqual([
      `claude mcp add --transport http prompthold ${url}/mcp --header "Authorization: Bearer $PROMPTHOLD_KEY"`,
    ]);
    expect(await snippetsIn(page, 'Other clients')).toEqual([`${url}/mcp`, 'Authorization: Bearer ph_…']);
    for (const title of [...CLIENTS, ...PROGRAMS]) {
      const code = (await snippetsIn(page, title)).join('\n');
      expect(code, title).toContain(url);
    }
    expect(await page.content()).not.toContain(user.token);

    await expectNotice(page, 'Codex, command copied', () =>
      page.getByRole('button', { name: 'Copy Codex, command' }).click(),
    );
    expect(await window.readClipboard()).toBe(
      `codex mcp add prompthold --url ${url}/mcp --bearer-token-env-var PROMPTHOLD_KEY`,
    );
    await expectNotice(page, 'API key copied', () => page.getByRole('button', { name: 'Copy API key' }).click());
    expect(await window.readClipboard()).toBe(user.token);

    // The service does not refuse MCP clients at the address of the page.
    const { host } = new URL(dashboard.site.url);
    const response = await page.request.post(`${dashboard.site.apiUrl}/mcp`, {
      headers: { Host: host, Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
      data: {},
    });

    expect(response.status()).not.toBe(421);
  });
}
