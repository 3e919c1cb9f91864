import { expect, it } from 'vitest';
import { publishPrompt } from '../../adapters/dashboard/browser/open-prompt-page.ts';
import { expectToFit, findAccessibilityViolations, NARROW } from '../../support/browser/accessibility.ts';
import { onOneDeployment } from '../../support/browser/on-every-deployment.ts';
import { examplesOn } from './dashboard-pages.ts';

/** States of the pages that their links do not lead to; `every-page.browser.test.ts` checks the pages themselves. */
onOneDeployment('WCAG 2.2 AA, in light and dark', (dashboard) => {
  it('holds when the sign-in is rejected', async () => {
    const window = await dashboard.openWindow();
    await window.goTo('/login');
    await window.submitSignIn({ email: 'nobody@example.com', password: 'not the password' });
    await window.page.getByRole('alert').waitFor();

    expect(await findAccessibilityViolations(window.page)).toEqual([]);
  });

  it('holds on empty pages', async () => {
    const { page, window } = await dashboard.signIn('/');
    await page.getByText('Waiting for the first call…').waitFor();
    expect(await findAccessibilityViolations(page), 'the first steps').toEqual([]);
    await page.getByRole('button', { name: 'Dismiss these steps' }).click();
    await page.getByText('No calls in the last 30 days').waitFor();
    expect(await findAccessibilityViolations(page), 'the overview').toEqual([]);
    // No command is cut off, which would hide its end behind a scroll bar.
    for (const command of await page.locator('pre').all()) {
      expect(await command.evaluate((pre) => pre.scrollWidth - pre.clientWidth), await command.innerText()).toBe(0);
    }
    await window.goTo('/usage');
    await page.getByText('No calls in this period').waitFor();
    expect(await findAccessibilityViolations(page), 'the usage').toEqual([]);
    await window.goTo('/prompts');
    await page.getByText('No prompts yet').waitFor();
    expect(await findAccessibilityViolations(page), 'the prompts').toEqual([]);
    await window.goTo('/connect');
    await page.getByRole('combobox', { name: 'Label' }).fill('3');
    await page.getByText('Not a label').waitFor();
    await page.getByText('You have no prompts yet').waitFor();
    expect(await findAccessibilityViolations(page), 'the connect page with a warning').toEqual([]);
  });

  it('holds while the empty palette and the color schemes are open', async () => {
    const examples = await examplesOn(dashboard);
    const { page } = await dashboard.signIn('/settings', examples.user, examples.session);

    await page.keyboard.press('Control+K');
    await page.getByRole('option', { name: 'greeting' }).waitFor();
    await page.getByRole('combobox', { name: 'Search prompts' }).fill('zzz');
    await page.getByText('Nothing found').waitFor();
    expect(await findAccessibilityViolations(page), 'the empty palette').toEqual([]);
    await expectToFit(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Color scheme' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
    expect(await findAccessibilityViolations(page), 'the color schemes').toEqual([]);
  });

  it('holds while a key is revealed and reset', async () => {
    const { page } = await dashboard.signIn('/settings?tab=api-keys');

    await page.getByRole('button', { name: 'Reveal' }).click();
    await page.getByRole('button', { name: 'Hide' }).waitFor();
    // It has other colours under the pointer.
    await page.getByRole('button', { name: 'Reset key' }).hover();
    expect(await findAccessibilityViolations(page), 'revealed').toEqual([]);
    await page.getByRole('button', { name: 'Reset key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await findAccessibilityViolations(page), 'confirmation').toEqual([]);
    await dialog.getByRole('button', { name: 'Reset key' }).click();
    await dialog.getByRole('button', { name: 'Done' }).waitFor();
    expect(await findAccessibilityViolations(page), 'reset').toEqual([]);
  });

  it('holds for unsaved text: rejected, discarded by signing out, and kept when the session ended', async () => {
    const user = await dashboard.site.createUser();
    const id = await publishPrompt(dashboard, user, 'greeting', ['Hello']);
    const { page, window } = await dashboard.signIn(`/prompts/${id}`, user);
    await page.getByRole('textbox', { name: 'Template' }).click();
    await page.keyboard.type('{{#open}}');

    await page.keyboard.press('ControlOrMeta+S');
    await page.getByRole('alert').filter({ hasText: 'Not saved' }).waitFor();
    expect(await findAccessibilityViolations(page), 'rejected').toEqual([]);
    await expectToFit(page);
    await page.getByRole('button', { name: 'More ways to save' }).click();
    await page.getByRole('menuitem', { name: 'Discard changes' }).waitFor();
    expect(await findAccessibilityViolations(page), 'menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await findAccessibilityViolations(page), 'signing out').toEqual([]);

    await window.context.clearCookies();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('tab', { name: 'Usage' }).click();
    await page.getByText('your unsaved text is kept').waitFor();
    expect(await findAccessibilityViolations(page), 'ended session').toEqual([]);
  });

  it('holds for the menu of a prompt, the settings of a variable, and the review of a breaking draft', async () => {
    const user = await dashboard.site.createUser();
    const content = { content: 'Hello {{name}}', labels: ['production'], config: { model: 'small' } };
    const id = await publishPrompt(dashboard, user, 'greeting', [content]);
    const { page } = await dashboard.signIn(`/prompts/${id}`, user);

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).waitFor();
    expect(await findAccessibilityViolations(page), 'menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Customize name' }).click();
    await page.getByRole('checkbox', { name: 'Has a default' }).check();
    expect(await findAccessibilityViolations(page), 'settings').toEqual([]);
    await page.getByRole('textbox', { name: 'Default' }).fill('you');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('string, customized').waitFor();
    await page.getByRole('textbox', { name: 'Template' }).click();
    await page.keyboard.type('{{agent}}');
    await page.getByLabel('Config as JSON').fill('{"model": "large"}');
    await page.getByText('breaking for production').waitFor();
    expect(await findAccessibilityViolations(page), 'unsaved').toEqual([]);
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('textbox', { name: 'Config of the draft' }).waitFor();
    expect(await findAccessibilityViolations(page), 'review').toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize(NARROW);
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    expect(await findAccessibilityViolations(page), 'preview').toEqual([]);
    await expectToFit(page);
  });

  it('holds while a prompt is created and while a promotion is rejected or confirmed', async () => {
    const user = await dashboard.site.createUser();
    const id = await publishPrompt(dashboard, user, 'greeting', [
      { content: 'Hello {{name}}', labels: ['production'] },
      'Hello {{name}} from {{company}}',
    ]);
    const { page, window } = await dashboard.signIn('/prompts', user);

    await page.getByRole('button', { name: 'New prompt' }).click();
    await page.getByRole('button', { name: 'Create prompt' }).click();
    expect(await findAccessibilityViolations(page), 'new prompt').toEqual([]);
    await window.goTo(`/prompts/${id}?tab=labels`);
    await page.getByRole('button', { name: 'Promote', exact: true }).click();
    await page.getByRole('button', { name: 'Promote anyway' }).waitFor();
    expect(await findAccessibilityViolations(page), 'rejected').toEqual([]);

    await window.goTo(`/prompts/${id}?tab=versions`);
    await page.getByRole('button', { name: 'Promote v2 to production' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Promote anyway' }).waitFor();
    expect(await findAccessibilityViolations(page), 'confirmed').toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Version 2 of 2' }).click();
    await page.getByRole('list', { name: 'Versions' }).waitFor();
    expect(await findAccessibilityViolations(page), 'narrow list of versions').toEqual([]);
    await expectToFit(page);
  });
});
