import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectNotice } from '../../../support/browser/expect-notice.ts';
import { onOneDeployment } from '../../../support/browser/on-every-deployment.ts';
import { publishPrompt } from './open-prompt-page.ts';

const input = (page: Page) =>
  page.getByLabel('Protected labels', { exact: true }).and(page.locator('input:not([type=hidden])'));
const save = (page: Page) => page.getByRole('button', { name: 'Save protected labels' }).click();

async function add(page: Page, label: string): Promise<void> {
  await input(page).fill(label);
  await input(page).press('Enter');
  // Closes the list of suggestions, which would cover the button.
  await input(page).press('Escape');
}

const lock = (page: Page) => page.getByRole('img', { name: 'production is protected' });

onOneDeployment('a protected label', (dashboard) => {
  it('is refused to the key and moved in the dashboard', async () => {
    const user = await dashboard.site.createUser();
    const id = await publishPrompt(dashboard, user, 'support/reply', [
      { content: 'One', labels: ['production'] },
      { content: 'Two' },
    ]);
    const moveWithKey = (version: number) =>
      dashboard.site.call(`prompts/${id}/labels/production`, user.token, { method: 'PUT', body: { version } });
    const { page, window } = await dashboard.signIn('/settings?tab=security', user);

    await add(page, 'No label');
    await save(page);
    await page.getByText('“No label” is not a label').waitFor();
    await input(page).press('Backspace');
    await add(page, 'production');
    await expectNotice(page, 'Protected labels saved', () => save(page));

    expect((await moveWithKey(2)).status).toBe(409);
    await window.goTo(`/prompts/${id}?tab=labels`);
    await lock(page).waitFor();
    await page.getByRole('combobox', { name: 'Version' }).selectOption('2');
    await expectNotice(page, 'production points to version 2', () =>
      page.getByRole('button', { name: 'Promote', exact: true }).click(),
    );
    await page.getByText('Version 2, the latest').waitFor();

    await window.goTo('/settings?tab=security');
    await page.getByText('production', { exact: true }).waitFor();
    await input(page).press('Backspace');
    await expectNotice(page, 'Protected labels saved', () => save(page));
    expect((await moveWithKey(1)).status).toBe(200);
    await window.goTo(`/prompts/${id}?tab=labels`);
    await page.getByText('Version 1, 1 behind the latest').waitFor();
    expect(await lock(page).count()).toBe(0);
  });

  it('serves what was included when it moved, until someone updates its includes', async () => {
    const user = await dashboard.site.createUser();
    const publish = (name: string, content: string, labels: string[] = []) =>
      publishPrompt(dashboard, user, name, [{ content, labels }]);
    await publish('tone', 'Kind.');
    const id = await publish('reply', 'Answer. {{> tone}}', ['production']);
    const { page, window } = await dashboard.signIn('/settings?tab=security', user);
    await add(page, 'production');
    await expectNotice(page, 'Protected labels saved', () => save(page));
    await publish('tone', 'As kind as {{boss}}.');
    const render = async () => {
      const body = { variables: { boss: 'Ada' }, strict: false };
      const response = await dashboard.site.call(`prompts/${id}/render`, user.token, { method: 'POST', body });
      return ((await response.json()) as { data: { text: string } }).data.text;
    };
    expect(await render()).toBe('Answer. Kind.');

    await window.goTo(`/prompts/${id}?tab=labels`);
    await page.getByText('Serves what was included when it moved: tone (v1)').waitFor();
    await page.getByRole('button', { name: 'Update includes of production' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update the includes of production' });
    await dialog.getByRole('button', { name: 'Update includes' }).click();
    await dialog.getByText('boss is now required.').waitFor();
    await expectNotice(page, 'production serves what its includes lead to now', () =>
      dialog.getByRole('button', { name: 'Update includes anyway' }).click(),
    );

    expect(await render()).toBe('Answer. As kind as Ada.');
    await page.getByText('Serves what was included when it moved: tone (v2)').waitFor();
    await page.getByRole('button', { name: 'History of production' }).press('Enter');
    await page.getByRole('cell', { name: 'v1, includes updated' }).waitFor();
  });

  it('has its includes updated in many prompts at once', async () => {
    const user = await dashboard.site.createUser();
    const publish = (name: string, content: string, labels: string[] = []) =>
      publishPrompt(dashboard, user, name, [{ content, labels }]);
    await publish('tone', 'Kind.');
    for (const name of ['mail', 'reply']) await publish(name, '{{> tone}}', ['production']);
    await publish('pinned', '{{> tone@1}}', ['production']);
    const { page, window } = await dashboard.signIn('/settings?tab=security', user);
    await add(page, 'production');
    await expectNotice(page, 'Protected labels saved', () => save(page));
    await publish('tone', 'Friendly, {{boss}}.');

    await window.goTo('/labels');
    const marks = page.getByRole('table').getByRole('img', { name: 'Serves what was included when it moved' });
    await expect.poll(() => marks.count()).toBe(3);
    await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Includes behind (2)' });
    await page.getByRole('checkbox', { name: 'Select all 2 prompts' }).check();
    await page.getByRole('button', { name: 'Promote…' }).click();
    await page.getByText('2 will move').waitFor();
    await page.getByRole('button', { name: 'Promote 2 prompts' }).click();
    await page.getByText('A prompt that it includes has changed').first().waitFor();
    await page.getByRole('button', { name: 'Promote 2 anyway' }).click();
    await page.getByText('2 moved').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();

    await page.getByText('Nothing found').waitFor();
    const body = { variables: { boss: 'Ada' } };
    const response = await dashboard.site.call('prompts/mail/render', user.token, { method: 'POST', body });
    expect(await response.json()).toMatchObject({ data: { text: 'Friendly, Ada.' } });
  });
});
