import type { ConsoleMessage, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { API_AREAS } from '../../../src/adapters/inbound/http/routes/api-areas.ts';
import { onEveryDeployment, onOneDeployment } from '../../support/browser/on-every-deployment.ts';

/** Everything on the console that needs attention, including failed requests, which other tests expect. */
function recordMessages(page: Page): readonly string[] {
  const messages: string[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text());
  });
  page.on('requestfailed', (request) => messages.push(`failed: ${request.url()}`));
  return messages;
}

onEveryDeployment('the interactive documentation', (dashboard) => {
  it('groups the operations by area, without a message on the console', async () => {
    const { page } = await dashboard.openWindow();
    const messages = recordMessages(page);

    await page.goto(`${dashboard.site.url}/api/docs`);
    await page.locator('.opblock').first().waitFor();

    const titles = await page.locator('.opblock-tag > a').allInnerTexts();
    expect(titles).toEqual(API_AREAS.map(({ name }) => name));
    expect(messages).toEqual([]);
  });

  it('sends requests with the key, for names with slashes too', async () => {
    // Its pages have another origin than the public URL, to which requests are sent.
    if (dashboard.deployment.access === 'plain-http') return;
    const { token } = await dashboard.site.createUser();
    const body = { name: 'support/reply', content: 'Dear {{name}}' };
    await dashboard.site.call('prompts', token, { method: 'POST', body });
    const { page } = await dashboard.openWindow();
    const messages = recordMessages(page);
    await page.goto(`${dashboard.site.url}/api/docs`);

    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    await page.locator('.auth-container input').fill(token);
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    const operation = page.locator('#operations-Prompts-deletePrompt');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();

    await operation.locator('.live-responses-table').getByText('204').waitFor();
    expect((await dashboard.site.call('prompts/support%2Freply', token)).status).toBe(404);
    expect(messages).toEqual([]);
  });
});

onOneDeployment('the interactive documentation', (dashboard) => {
  it('shows the examples of a request and its responses, without a message on the console', async () => {
    const { page } = await dashboard.openWindow();
    const messages = recordMessages(page);
    await page.goto(`${dashboard.site.url}/api/docs`);

    const operation = page.locator('#operations-Prompts-createPrompt');
    await operation.locator('.opblock-summary-control').click();

    await operation.getByText('"support/reply"').first().waitFor();
    await operation.getByText('name_taken').first().waitFor();
    expect(messages).toEqual([]);
  });
});
