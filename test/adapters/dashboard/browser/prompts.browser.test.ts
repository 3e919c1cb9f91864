import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectNotice } from '../../../support/browser/expect-notice.ts';
import {
  onEveryDeployment,
  onOneDeployment,
  type TestDashboard,
} from '../../../support/browser/on-every-deployment.ts';
import { openPromptPage, type PromptWindow, templateEditor, typeAtEnd } from './open-prompt-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** The version that a program gets by the label. */
async function readVersion(dashboard: TestDashboard, { user, id }: PromptWindow, label: string): Promise<number> {
  const response = await dashboard.site.call(`prompts/${id}?label=${label}`, user.token);
  return ((await response.json()) as { data: { version: number } }).data.version;
}

async function promote(page: Page, label: string, version: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Label' }).fill(label);
  // Closes the suggestions, which cover the button.
  await page.keyboard.press('Tab');
  await page.getByRole('combobox', { name: 'Version' }).selectOption(version);
  await button(page, 'Promote').click();
}

onEveryDeployment('prompts', (dashboard) => {
  it('are created, and programs can read them immediately', async () => {
    const { page, user } = await dashboard.signIn('/prompts');

    await button(page, 'New prompt').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('support/greeting');
    await dialog.getByRole('textbox', { name: 'Content' }).fill('Hello {{name}}!');
    await dialog.getByRole('button', { name: 'Create prompt' }).click();

    await page.getByRole('heading', { name: 'support/greeting', level: 1 }).waitFor();
    const response = await dashboard.site.call('prompts/support%2Fgreeting', user.token);
    expect(await response.json()).toMatchObject({ data: { content: 'Hello {{name}}!', version: 1 } });
  });

  it('come with a command that reads the key from the environment', async () => {
    const { page, window, user } = await openPromptPage(dashboard, 'Hello {{name}}!');
    await tab(page, 'Use it').click();

    const snippet = await page.getByRole('region', { name: 'Fetch' }).locator('code, pre').first().innerText();

    expect(snippet).toContain(`${dashboard.site.url}/api/prompts/support%2Fgreeting`);
    expect(snippet).toContain('$PROMPTHOLD_KEY');
    expect(snippet).not.toContain(user.token);
    const copy = page.getByRole('region', { name: 'Fetch' }).getByRole('button', { name: /^Copy/ });
    await expectNotice(page, 'Snippet copied', () => copy.click());
    expect((await window.readClipboard()).trim()).toBe(snippet.trim());
  });
});

onOneDeployment('the prompt pages', (dashboard) => {
  it('report a name that is already taken', async () => {
    const { page } = await openPromptPage(dashboard, 'Hello');
    await page.getByRole('link', { name: 'Prompts' }).click();

    await button(page, 'New prompt').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('support/greeting');
    await dialog.getByRole('textbox', { name: 'Content' }).fill('Hello');
    await dialog.getByRole('button', { name: 'Create prompt' }).click();

    await dialog.getByRole('alert').waitFor();
  });

  it('find prompts by text and by folder', async () => {
    const user = await dashboard.site.createUser();
    for (const name of ['support/greeting', 'support/eu/farewell', 'translate'])
      await dashboard.site.call('prompts', user.token, { method: 'POST', body: { name, content: 'Hi' } });
    const { page } = await dashboard.signIn('/prompts', user);
    const shown = async () =>
      (await page.getByRole('table', { name: 'Prompts' }).getByRole('link').allTextContents()).sort();
    await expect.poll(shown).toEqual(['support/eu/farewell', 'support/greeting', 'translate']);

    await page.getByRole('searchbox', { name: 'Search' }).fill('GREET');
    await expect.poll(shown).toEqual(['support/greeting']);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    const folders = page.getByRole('navigation', { name: 'Folders' });
    await folders.getByRole('link', { name: 'support' }).click();
    await expect.poll(shown).toEqual(['support/eu/farewell', 'support/greeting']);
    await page.getByText('2 prompts').waitFor();
    await folders.getByRole('button', { name: 'Folders in support' }).click();
    expect(await folders.getByRole('link').allInnerTexts()).toEqual(['All prompts\n3', 'No folder\n1', 'support\n2']);
    await folders.getByRole('link', { name: 'No folder' }).click();
    await expect.poll(shown).toEqual(['translate']);
  });

  it('preview an edited prompt live, and save it as a new version', async () => {
    const opened = await openPromptPage(dashboard, 'Hello {{name}}!');
    const { page, user, id } = opened;

    await templateEditor(page).click();
    await page.keyboard.press('ControlOrMeta+A');
    // What is typed comes key by key, as from a user.
    await page.keyboard.type('Dear {{name}}, welcome!');
    await page.getByRole('region', { name: 'Variables' }).getByRole('textbox', { name: 'name' }).fill('Grace');
    await page.getByRole('region', { name: 'Preview' }).getByText('Dear Grace, welcome!').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('More formal');
    await expectNotice(page, 'Version 2 saved', () => button(page, 'Save v2').click());

    const response = await dashboard.site.call(`prompts/${id}`, user.token);
    expect(await response.json()).toMatchObject({
      data: { version: 2, content: 'Dear {{name}}, welcome!', message: 'More formal' },
    });
  });

  it('keep unsaved changes when a newer version was published first', async () => {
    const { page, user, id } = await openPromptPage(dashboard, 'Hello');
    await typeAtEnd(page, ' from me');
    await dashboard.site.call(`prompts/${id}/versions`, user.token, {
      method: 'POST',
      body: { content: 'Hello from others' },
    });

    await button(page, 'Save v2').click();

    await page.getByText('Not saved: version 2 was published meanwhile').waitFor();
    expect(await templateEditor(page).innerText()).toContain('Hello from me');
    expect(await (await dashboard.site.call(`prompts/${id}`, user.token)).json()).toMatchObject({
      data: { version: 2 },
    });
  });

  it('show the differences between two versions', async () => {
    const { page } = await openPromptPage(
      dashboard,
      'Hello {{name}}!',
      'Hello {{name}} from {{company}}!',
      'Bye {{name}}',
    );

    await tab(page, 'Versions').click();
    await page.getByRole('link', { name: /^v2 / }).click();
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('1');

    await page.getByRole('heading', { name: 'v1 → v2' }).waitFor();
    await page.getByText('Breaking change: calls written for version 1 will fail on version 2').waitFor();
    await page.getByText('Side by side', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Version 1' }).getByText('Hello {{name}}!').waitFor();
    const newer = page.getByRole('textbox', { name: 'Version 2' });
    await newer.getByText('Hello {{name}} from {{company}}!').waitFor();
    await expect.poll(() => newer.locator('.cm-changedText').allInnerTexts()).toEqual([' from {{company}}']);
  });

  it('promote a version and roll back once, though two people try, with immediate effect for programs', async () => {
    const opened = await openPromptPage(dashboard, 'Hello {{name}}!', 'Hi {{name}}!', 'Hey {{name}}!');
    const { page, user, id } = opened;
    await tab(page, 'Labels').click();

    for (const version of ['1', '2', '3']) {
      await expectNotice(page, `production points to version ${version}`, () => promote(page, 'production', version));
      expect(await readVersion(dashboard, opened, 'production')).toBe(Number(version));
    }

    // With the keyboard: the notice may cover the buttons, and stays as long as the mouse is over it.
    await button(page, 'Roll back production').press('Enter');
    const rollBack = (version: number) =>
      page.getByRole('dialog').getByRole('button', { name: `Roll back to version ${version}` });
    await rollBack(2).waitFor();
    const path = `prompts/${id}/labels/production/rollback`;
    expect((await dashboard.site.call(path, user.token, { method: 'POST' })).status).toBe(200);
    await rollBack(2).click();
    await page.getByText('production was moved to version 2 in the meantime').waitFor();
    expect(await readVersion(dashboard, opened, 'production')).toBe(2);

    await page.keyboard.press('Escape');
    await button(page, 'Roll back production').press('Enter');
    await expectNotice(page, 'production points to version 1', () => rollBack(1).click());
    expect(await readVersion(dashboard, opened, 'production')).toBe(1);
    await button(page, 'History of production').press('Enter');
    await expect
      .poll(() => page.getByRole('cell', { name: / → / }).allTextContents())
      .toEqual(['v2 → v1Rollback', 'v3 → v2Rollback', 'v2 → v3', 'v1 → v2']);
  });

  it('compare a label with the latest version, warn if programs would break, and promote on confirmation', async () => {
    const opened = await openPromptPage(
      dashboard,
      { content: 'Hello {{name}}!', labels: ['production'] },
      'Hello {{name}} from {{company}}!',
      'Bye {{name}} from {{company}}!',
    );
    const { page } = opened;
    await tab(page, 'Labels').click();
    await promote(page, 'production', '2');
    const warning = page.getByRole('alert').filter({ hasText: 'This would break programs that use the label' });
    await warning.getByText('company').waitFor();
    await warning.getByRole('button', { name: 'Promote anyway' }).waitFor();
    expect(await readVersion(dashboard, opened, 'production')).toBe(1);

    await page.getByRole('link', { name: 'Compare production with latest' }).click();
    await page.getByRole('heading', { name: 'production (v1) → v3' }).waitFor();
    await page.getByText('Breaking: 1').waitFor();
    await button(page, 'Promote v3 to production').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('production moves from version 1 to version 3').waitFor();
    await dialog.getByText('company is now required').waitFor();
    const insist = dialog.getByRole('button', { name: 'Promote anyway' });
    await dashboard.site.call(`prompts/${opened.id}`, opened.user.token, { method: 'PATCH', body: { tags: ['new'] } });
    await insist.click();
    await dialog.getByText('The prompt has changed since this page was loaded').waitFor();
    expect(await readVersion(dashboard, opened, 'production')).toBe(1);
    await expectNotice(page, 'production points to version 3', () => insist.click());

    expect(await readVersion(dashboard, opened, 'production')).toBe(3);
    await page.getByRole('heading', { name: 'v3', exact: true }).and(page.locator(':focus')).waitFor();
    expect(await button(page, 'Promote v3 to production').count()).toBe(0);
  });

  it('delete a prompt only after confirmation', async () => {
    const { page, user, id } = await openPromptPage(dashboard, 'Hello');

    const openDialog = async () => {
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
    };
    await openDialog();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await dashboard.site.call(`prompts/${id}`, user.token)).status).toBe(200);
    await openDialog();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete prompt' }).click();

    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor();
    expect((await dashboard.site.call(`prompts/${id}`, user.token)).status).toBe(404);
  });
});
