import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectNotice } from '../../../support/browser/expect-notice.ts';
import { onOneDeployment, type TestDashboard } from '../../../support/browser/on-every-deployment.ts';
import { WebhookReceiver } from '../../../support/webhooks/webhook-receiver.ts';

const SECRET = /whsec_[A-Za-z0-9+/]{43}=/;

const button = (page: Page, action: string, url: string) => page.getByRole('button', { name: `${action}: ${url}` });

const isSecretInPage = async (page: Page): Promise<boolean> => SECRET.test(await page.content());

/** Creates a webhook in the dashboard and closes the dialog that shows its secret. */
async function createWebhook(page: Page, url: string): Promise<string> {
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(url);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  const secret = await dialog.getByText(SECRET).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return secret;
}

const change = ({ site }: TestDashboard, token: string, name: string) =>
  site.call('prompts', token, { method: 'POST', body: { name, content: 'Hello.' } });

onOneDeployment('the webhooks page', (dashboard) => {
  it('creates a webhook and shows its secret once', async () => {
    const receiver = await WebhookReceiver.start();
    const { window, page } = await dashboard.signIn('/webhooks');

    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'URL' }).fill('ftp://example.com');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText('Enter a URL that begins with https:// or http://').waitFor();
    await dialog.getByRole('textbox', { name: 'URL' }).fill('http://169.254.169.254/latest');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText('Could not create the webhook').waitFor();
    await dialog.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    const secret = await dialog.getByText(SECRET).innerText();
    await expectNotice(page, 'Secret copied', () => dialog.getByRole('button', { name: 'Copy' }).click());
    expect(await window.readClipboard()).toBe(secret);
    await dialog.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('heading', { name: receiver.url }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(await isSecretInPage(page)).toBe(false);
  });

  it('sends a test, shows deliveries, and retries one', async () => {
    const receiver = await WebhookReceiver.start();
    const { page, user } = await dashboard.signIn('/webhooks');
    await createWebhook(page, receiver.url);

    await expectNotice(page, 'Test delivered', () => button(page, 'Send test', receiver.url).click());
    receiver.respond = (response) => response.writeHead(500).end('out of order');
    await expectNotice(page, 'Test failed', () => button(page, 'Send test', receiver.url).click());

    await change(dashboard, user.token, 'support/reply');
    await receiver.received(3);
    await button(page, 'Deliveries', receiver.url).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('out of order').waitFor();

    receiver.respond = (response) => response.writeHead(204).end();
    await expectNotice(page, 'Retrying the delivery', () => dialog.getByRole('button', { name: /^Retry/ }).click());
    await dialog.getByText('The receiver responded 204').waitFor();
    await dialog.getByText('Failed', { exact: true }).click();
    await dialog.getByText('No deliveries in the last 7 days').waitFor();
  });

  it('edits, disables and enables a webhook', async () => {
    const { page } = await dashboard.signIn('/webhooks');
    await createWebhook(page, 'https://hooks.example.com/one');

    await button(page, 'Edit', 'https://hooks.example.com/one').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'URL' }).fill('https://hooks.example.com/two');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('For the team');
    await expectNotice(page, 'Webhook saved', () => dialog.getByRole('button', { name: 'Save' }).click());
    await page.getByText('For the team').waitFor();

    await button(page, 'Disable', 'https://hooks.example.com/two').click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    await button(page, 'Enable', 'https://hooks.example.com/two').click();
    await page.getByText('Enabled', { exact: true }).waitFor();
  });

  it('rotates the secret, and deletes the webhook after confirmation', async () => {
    const url = 'https://hooks.example.com/rotated';
    const { page } = await dashboard.signIn('/webhooks');
    const former = await createWebhook(page, url);

    await button(page, 'Rotate secret', url).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('For 24 hours, deliveries are signed with both secrets').waitFor();
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    expect(await dialog.getByText(SECRET).innerText()).not.toBe(former);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await isSecretInPage(page)).toBe(false);

    await button(page, 'Delete', url).click();
    await dialog.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('No webhooks yet').waitFor();
  });

  it('lists the webhooks that survive a key reset', async () => {
    const url = 'https://hooks.example.com/survivor';
    const { window, page } = await dashboard.signIn('/webhooks');
    await createWebhook(page, url);

    await window.goTo('/settings?tab=api-keys');
    await page.getByRole('button', { name: 'Reset key', exact: true }).click();

    const dialog = page.getByRole('dialog');
    await dialog.getByText('Webhooks survive a key reset').waitFor();
    await dialog.getByText(url).waitFor();
  });
});
