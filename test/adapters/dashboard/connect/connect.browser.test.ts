import { expect, it } from 'vitest';
import { onOneDeployment } from '../../../support/browser/on-every-deployment.ts';
import { describeAddresses, openConnectPage, snippetsIn } from './connect-page.suite.ts';

onOneDeployment('the connect page', (dashboard) => {
  describeAddresses(dashboard);

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

    const endpoint = `${url}/mcp?tag=agent&tag=mail&folder=support&tools=write`;
    expect(await snippetsIn(page, 'Other clients')).toContain(endpoint);
    await page.getByText('Agents can also publish versions and move labels').waitFor();
    await page.reload();
    await page.getByText('1 prompt: support/reply').waitFor();
    expect(await snippetsIn(page, 'Other clients')).toContain(endpoint);
    expect((await snippetsIn(page, 'Claude Code'))[0]).toContain(` '${endpoint}' `);

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
