import { expect, it } from 'vitest';
import { expectNotice } from '../../../support/browser/expect-notice.ts';
import { onOneDeployment } from '../../../support/browser/on-every-deployment.ts';
import { shareUser, templateEditor, typeAtEnd } from '../browser/open-prompt-page.ts';

const LONG_TEXT = Array.from({ length: 3000 }, (_, index) => `Line ${index + 1} for {{name}}`).join('\n');

onOneDeployment('the editor', (dashboard) => {
  const { publish, open } = shareUser(dashboard);

  it('suggests variables, open sections, text prompts and their labels, and opens an included prompt', async () => {
    await publish('support/signature', { content: 'Yours, {{agent}}', labels: ['production'] });
    await publish('support/conversation', { messages: [{ role: 'user', content: 'Hello' }] });
    const { page, window } = await open(`/prompts/${await publish('support/reply', 'Dear {{customer}},\n')}`);
    const suggestions = page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
    // While it looks for others, the editor shows the former suggestions, but ignores clicks on them.
    const current = page.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)');
    // By mouse: for a moment, the editor ignores Enter, which may be meant as a line break.
    const accept = async (name: string) => {
      await current.getByRole('option').filter({ hasText: name }).first().click();
      await suggestions.first().waitFor({ state: 'detached' });
    };

    await typeAtEnd(page, '{{#items}} {{cu');
    await accept('customer');
    await page.keyboard.type(' {{/');
    await accept('items');
    await page.keyboard.type('\n{{> suppo');
    await suggestions.filter({ hasText: 'support/signature' }).waitFor();
    // Neither the prompt itself nor a chat can be included.
    expect(await suggestions.count()).toBe(1);
    await accept('support/signature');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('@pro');
    await accept('production');
    expect(await templateEditor(page).locator('.cm-line').allTextContents()).toEqual([
      'Dear {{customer}},',
      '{{#items}} {{customer}} {{/items}}',
      '{{> support/signature@production}}',
    ]);

    const opened = window.context.waitForEvent('page');
    await page.keyboard.press('ControlOrMeta+Enter');
    await (await opened).getByRole('heading', { name: 'support/signature', level: 1 }).waitFor();
    const openedByMouse = window.context.waitForEvent('page');
    await templateEditor(page)
      .locator('.tag-include')
      .click({ modifiers: ['ControlOrMeta'] });
    await (await openedByMouse).getByRole('heading', { name: 'support/signature', level: 1 }).waitFor();
  });

  it('points out text that looks like a tag, until it is escaped, and saves it nevertheless', async () => {
    const { page } = await open(`/prompts/${await publish('near-tags', 'Dear {{customer}}')}`);
    const hint = page.getByRole('status').filter({ hasText: 'plain text' });

    await typeAtEnd(page, ', {{user-name}} {{name | upper}}');
    await hint.getByText('2 things look like tags but are plain text.').waitFor();
    await hint.getByText('{{name | upper}} filters are not supported').waitFor();
    expect(await templateEditor(page).locator('.near-tag').allTextContents()).toEqual([
      '{{user-name}}',
      '{{name | upper}}',
    ]);
    expect(await templateEditor(page).locator('.near-tag').first().getAttribute('title')).toMatch(
      /^Plain text: names have only letters/,
    );

    await page.keyboard.type(' \\{{not-meant}}');
    await expectNotice(page, 'Version 2 saved', () => page.keyboard.press('ControlOrMeta+S'));
    expect(await templateEditor(page).locator('.near-tag').count()).toBe(2);
  });

  it('loses no key that is typed into a long text before it is saved, or before the page is reloaded', async () => {
    const { page } = await open(`/prompts/${await publish('long-text', LONG_TEXT)}`);

    await typeAtEnd(page, ' typed and saved');
    await expectNotice(page, 'Version 2 saved', () => page.keyboard.press('ControlOrMeta+S'));
    await page.getByText('No unsaved changes').waitFor();
    await page.keyboard.type(', then reloaded');
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await page.getByText('1 line changed vs v2').waitFor();
    await templateEditor(page).click();
    await page.keyboard.press('ControlOrMeta+End');
    await templateEditor(page).getByText('typed and saved, then reloaded').waitFor();
  });
});
