import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectNotice } from '../../../support/browser/expect-notice.ts';
import {
  onEveryDeployment,
  onOneDeployment,
  type SignedInWindow,
  type TestDashboard,
} from '../../../support/browser/on-every-deployment.ts';

/** Opens the page of a user with two prompts. */
async function openConnectPage(dashboard: TestDashboard, query = ''): Promise<SignedInWindow> {
  const user = await dashboard.site.createUser();
  const prompts = [
    { name: 'dev/review', content: 'Review {{code}}', tags: ['agent'], labels: ['production'] },
    { name: 'support/reply', content: 'Dear {{customer}}', tags: ['agent', 'mail'] },
  ];
  for (const body of prompts) await dashboard.site.call('prompts', user.token, { method: 'POST', body });
  return dashboard.signIn(`/connect${query}`, user);
}

const snippetsIn = (page: Page, title: string): Promise<readonly string[]> =>
  page.getByRole('region', { name: title, exact: true }).locator('pre').allInnerTexts();

const CLIENTS = ['Claude Code', 'Gemini CLI', 'Codex', 'Cursor', 'VS Code', 'Claude Desktop', 'Other clients'];
const PROGRAMS = ['TypeScript and JavaScript', 'Python', 'Langfuse SDKs', 'LiteLLM', 'LangChain', 'curl'];

onEveryDeployment('the connect page', (dashboard) => {
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

    // And it warns exactly where the service would refuse MCP clients.
    const warning = page.getByText('Agents cannot connect at this address yet');
    const { host } = new URL(dashboard.site.url);
    const response = await page.request.post(`${dashboard.site.apiUrl}/mcp`, {
      headers: { Host: host, Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
      data: {},
    });

    expect(response.status() === 403).toBe(dashboard.deployment.access === 'plain-http');
    expect(await warning.isVisible()).toBe(response.status() === 403);
  });
});

onOneDeployment('the connect page', (dashboard) => {
  it('fills what agents shall see into the snippets and the address, and shows which prompts that are', async () => {
    const { page } = await openConnectPage(dashboard);
    const { url } = dashboard.site;
    await page.getByText('2 prompts: dev/review, support/reply').waitFor();

    await page.getByRole('combobox', { name: 'Tags' }).click();
    await page.getByRole('option', { name: 'agent (2)' }).click();
    await page.getByRole('option', { name: 'mail (1)' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Folder').selectOption('support');
    await page.getByText('Read and publish').click();
    await page.getByText('1 prompt: support/reply').waitFor();

    const query = '?tag=agent&tag=mail&folder=support&tools=write';
    const snippets = async () => ({
      claude: (await snippetsIn(page, 'Claude Code'))[0]?.split(' ')[6],
      cursor: JSON.parse((await snippetsIn(page, 'Cursor'))[0] ?? '').mcpServers.prompthold.url,
      desktop: JSON.parse((await snippetsIn(page, 'Claude Desktop'))[0] ?? '').mcpServers.prompthold.args.slice(3),
    });
    const expected = {
      claude: `'${url}/mcp${query}'`,
      cursor: `${url}/mcp${query}`,
      desktop: ['--tag', 'agent', '--tag', 'mail', '--folder', 'support', '--tools', 'write'],
    };
    expect(await snippets()).toEqual(expected);
    await page.getByText('Agents can also publish versions and move labels').waitFor();
    await page.reload();
    await page.getByText('1 prompt: support/reply').waitFor();
    expect(await snippets()).toEqual(expected);

    await page.getByRole('combobox', { name: 'Label' }).fill('production');
    await page.getByText('No prompt matches').waitFor();
    await page.getByRole('combobox', { name: 'Label' }).fill('3');
    await page.getByText('Not a label').waitFor();
    expect(new URL(page.url()).search).toBe('?tag=agent&tag=mail&folder=support&label=production&tools=write');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.getByText('2 prompts').waitFor();
    expect(await snippetsIn(page, 'Other clients')).toContain(`${url}/mcp`);
  });

  it('has code for a prompt of the account, with values for its variables', async () => {
    const { page } = await openConnectPage(dashboard);
    await page.getByLabel('Prompt', { exact: true }).waitFor();
    // The last changed one.
    await expect.poll(() => snippetsIn(page, 'curl')).toContainEqual(expect.stringContaining('support%2Freply'));

    await page.getByLabel('Prompt', { exact: true }).selectOption('dev/review');

    await expect.poll(() => snippetsIn(page, 'curl')).toContainEqual(expect.stringContaining('"code": "…"'));
    expect((await snippetsIn(page, 'LangChain'))[0]).toContain("pull('dev%2Freview:production'");
    expect(new URL(page.url()).search).toBe('?prompt=dev%2Freview');
  });

  it('leads from its outline to each part, by pointer, by keyboard and by an address', async () => {
    const { page, window } = await openConnectPage(dashboard);
    const outline = page.getByRole('navigation', { name: 'On this page' });

    await outline.getByRole('link', { name: 'LangChain' }).click();

    const heading = page.getByRole('heading', { name: 'LangChain' });
    await heading.and(page.locator(':focus')).waitFor();
    await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeLessThan(400);
    expect(new URL(page.url()).hash).toBe('#langchain');
    await window.goTo('/connect#codex');
    await page.getByRole('heading', { name: 'Codex' }).and(page.locator(':focus')).waitFor();
  });

  it('explains itself to an account without prompts', async () => {
    const { page } = await dashboard.signIn('/connect');

    await page.getByText('You have no prompts yet').waitFor();
    await page.getByText('No prompt matches: agents will see none').waitFor();
    expect((await snippetsIn(page, 'curl'))[0]).toContain('support%2Freply');
  });
});
