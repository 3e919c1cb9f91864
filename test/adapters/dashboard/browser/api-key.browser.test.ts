import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectNotice } from '../../../support/browser/expect-notice.ts';
import {
  onEveryDeployment,
  onOneDeployment,
  type SignedInWindow,
  type TestDashboard,
} from '../../../support/browser/on-every-deployment.ts';

const TAB = '/settings?tab=api-keys';
const REVEAL_MS = 30_000;
const KEY = /ph_[0-9a-f]{64}/;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openKeysTab(dashboard: TestDashboard): Promise<SignedInWindow> {
  const signedIn = await dashboard.signIn(TAB);
  await button(signedIn.page, 'Reveal').waitFor();
  return signedIn;
}

const isKeyInPage = async (page: Page, key: string): Promise<boolean> => (await page.content()).includes(key);

onEveryDeployment('the API key', (dashboard) => {
  it('is copied while it is masked, with a notice', async () => {
    const { window, page, user } = await openKeysTab(dashboard);

    await expectNotice(page, 'API key copied', () => button(page, 'Copy').click());

    expect(await window.readClipboard()).toBe(user.token);
    expect(await isKeyInPage(page, user.token)).toBe(false);
  });
});

onOneDeployment('the API key on its tab', (dashboard) => {
  /** Runs the script in the page before anything else. */
  async function openKeysTabWith(script: string) {
    const user = await dashboard.site.createUser();
    const window = await dashboard.openWindow();
    await window.context.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined });${script}`);
    await window.signIn(user, TAB);
    return { user, window, copy: () => button(window.page, 'Copy').click() };
  }

  it('is copied without the Clipboard API', async () => {
    const { user, window, copy } = await openKeysTabWith('');

    await expectNotice(window.page, 'API key copied', copy);

    expect(await window.readClipboard()).toBe(user.token);
  });

  it('reports when it could not be copied', async () => {
    const { window, copy } = await openKeysTabWith('document.execCommand = () => false');

    await expectNotice(window.page, 'API key not copied', copy);
  });

  it('is masked, revealed on demand, and hidden again on request or after 30 seconds', async () => {
    const { page, user } = await openKeysTab(dashboard);
    const reveal = async () => {
      await button(page, 'Reveal').click();
      await page.getByText(user.token).waitFor();
    };
    const expectHidden = async () => {
      await button(page, 'Reveal').waitFor();
      expect(await isKeyInPage(page, user.token)).toBe(false);
    };
    await expectHidden();

    await reveal();
    await button(page, 'Hide').click();
    await expectHidden();
    await page.clock.install();
    await reveal();
    await page.clock.fastForward(REVEAL_MS);
    await expectHidden();
  });

  it('is reset after confirmation, and the old key stops working before the new one is shown', async () => {
    const { window, page, user } = await openKeysTab(dashboard);

    await button(page, 'Reset key').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await dashboard.site.call('auth/token', user.token)).status).toBe(200);

    await button(page, 'Reset key').click();
    await dialog.getByRole('button', { name: 'Reset key' }).click();
    const shown = await dialog.getByText(KEY).innerText();
    const [reset = ''] = KEY.exec(shown) ?? [];
    expect(reset).not.toBe(user.token);
    expect((await dashboard.site.call('auth/token', user.token)).status).toBe(401);
    expect((await dashboard.site.call('auth/token', reset)).status).toBe(200);

    await expectNotice(page, 'New API key copied', () => dialog.getByRole('button', { name: 'Copy' }).click());
    expect(await window.readClipboard()).toBe(reset);
  });

  it('is not stored anywhere in the browser', async () => {
    const { window, page, user } = await openKeysTab(dashboard);
    const visited: string[] = [];
    window.context.on('request', (request) => visited.push(request.url()));

    await button(page, 'Reveal').click();
    await page.getByText(user.token).waitFor();
    await expectNotice(page, 'API key copied', () => button(page, 'Copy').click());
    expect(await window.readClipboard()).toBe(user.token);

    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href, document.cookie])',
    );
    const everything = [kept, JSON.stringify(await window.context.storageState({ indexedDB: true })), ...visited];
    expect(everything.join('\n')).not.toMatch(KEY);
    await page.getByRole('link', { name: 'Prompts' }).click();
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor();
    expect(await isKeyInPage(page, user.token)).toBe(false);
  });
});
