import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ROLES } from '../../../../src/domain/templates/prompt-content.ts';
import { onOneDeployment } from '../../../support/browser/on-every-deployment.ts';
import { shareUser, templateEditor, typeAtEnd } from './open-prompt-page.ts';

const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Asserts that the part is in the window as it is scrolled now, below the header of the page. */
async function expectInView(part: Locator): Promise<void> {
  const { y, height } = (await part.boundingBox()) ?? { y: -1, height: 0 };
  expect(y).toBeGreaterThanOrEqual(56);
  expect(y + height).toBeLessThanOrEqual(part.page().viewportSize()?.height ?? 0);
}

onOneDeployment('the page of a prompt', (dashboard) => {
  const { publish, open } = shareUser(dashboard);

  it('wraps the longest name and description, like every other page that shows them', async () => {
    const name = ['a'.repeat(30), 'b'.repeat(30), 'c'.repeat(30), 'd'.repeat(35)].join('/');
    const details = { description: 'd'.repeat(300), tags: ['t'.repeat(36)], labels: [`l${'x'.repeat(35)}`] };
    const id = await publish(name, { content: 'Hello {{name}}', ...details }, 'Hi {{name}}');
    expect(name).toHaveLength(128);
    const { page, window } = await open('/prompts');

    for (const path of ['', '?tab=preview', '?tab=versions', '?tab=labels', '?tab=use'].map(
      (tab) => `/prompts/${id}${tab}`,
    )) {
      await window.goTo(path);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => overflow(page), { message: `${path} at ${width}` }).toBe(0);
      }
    }
  });

  it('has variables and preview beside the editor where there is room, and otherwise a tab for the preview', async () => {
    const text = `Dear {{name}}\n${'A line\n'.repeat(100)}`;
    const { page } = await open(`/prompts/${await publish('workbench', text)}`);
    const editor = templateEditor(page);
    const variables = page.getByRole('region', { name: 'Variables' });
    const preview = page.getByRole('region', { name: 'Preview' });
    await page.setViewportSize({ width: 1600, height: 900 });
    await editor.waitFor();

    // As wide as the window, and high enough to write in.
    const [left, right] = [await page.locator('.template-editor').boundingBox(), await preview.boundingBox()];
    expect(left?.height).toBeGreaterThan(0.4 * 900);
    expect((left?.width ?? 0) + (right?.width ?? 0)).toBeGreaterThan(1200);
    expect(await page.getByRole('tab', { name: 'Preview' }).count()).toBe(0);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    const bar = await page.getByRole('region', { name: 'Save' }).boundingBox();
    const { y = 0, height = 0 } = (await preview.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(56);
    expect(y + height).toBeLessThanOrEqual(bar?.y ?? 0);

    await variables.getByRole('button', { name: 'Customize name' }).click();
    const dialog = page.getByRole('dialog', { name: 'Customize name' });
    await dialog.getByText('Detected: string, required').waitFor();
    await dialog.getByLabel('Allowed values').fill('Ada');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await variables.getByText('string, customized').waitFor();
    await variables.getByRole('combobox', { name: 'name' }).selectOption('Ada');
    await preview.getByText('Dear Ada').waitFor();

    await page.setViewportSize({ width: 1199, height: 900 });
    await preview.waitFor({ state: 'detached' });
    await variables.getByRole('button', { name: 'Customize name' }).click();
    await dialog.getByRole('button', { name: 'Reset to detected' }).click();
    await page.getByText('No unsaved changes').waitFor();
    await page.getByRole('tab', { name: 'Preview' }).click();
    await preview.getByText('Dear Ada').waitFor();
    expect(await page.title()).toContain('Preview');
  });

  it('compares the version that is selected in a long list, in view and with the focus', async () => {
    const id = await publish('many-versions', ...Array.from({ length: 40 }, (_, index) => `Version ${index + 1}`));
    const { page } = await open(`/prompts/${id}?tab=versions`);
    await page.getByRole('heading', { name: 'v39 → v40' }).waitFor();

    await page.getByRole('link', { name: /^v3 / }).click();

    const heading = page.getByRole('heading', { name: 'v2 → v3', exact: true });
    await heading.and(page.locator(':focus')).waitFor();
    await page.getByRole('textbox', { name: 'Changes from Version 2 to Version 3' }).waitFor();
    await expectInView(heading);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Version 3 of 40' }).click();
    await page.getByRole('link', { name: /^v5 / }).click();
    const narrow = page.getByRole('heading', { name: 'v4 → v5', exact: true });
    await narrow.and(page.locator(':focus')).waitFor();
    await expectInView(narrow);
    expect(await page.getByRole('link', { name: /^v5 / }).count()).toBe(0);
  });

  it('folds the unchanged lines of a long comparison, numbers all lines, and leads to each change', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `Line ${index + 1}`);
    const changed = lines.with(2499, 'Another line').with(4499, 'One more');
    const id = await publish('long', lines.join('\n'), changed.join('\n'));
    const { page } = await open(`/prompts/${id}?tab=versions`);

    await page.getByRole('textbox', { name: 'Changes from Version 1 to Version 2' }).waitFor();
    await page.getByText('2496 unchanged lines').waitFor();
    await page.getByText('Side by side', { exact: true }).click();
    const newer = page.getByRole('textbox', { name: 'Version 2' });
    await newer.getByText('Another line').waitFor();
    await newer.getByText('2496 unchanged lines').waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(3000);
    await page.locator('.cm-lineNumbers').getByText('2500', { exact: true }).first().waitFor();
    await page.getByText('Unified', { exact: true }).click();
    await page.getByRole('switch', { name: 'Only changes' }).press('Space');
    await expect.poll(() => page.getByText('unchanged lines').count()).toBe(0);
    await page.getByText('2 changes', { exact: true }).waitFor();
    const current = page.locator('.current-change');
    const next = page.getByRole('button', { name: 'Next change' });
    await next.click();
    await page.getByText('Change 1 of 2').waitFor();
    await expect.poll(() => current.allTextContents()).toEqual(['Another line']);
    await next.click();
    await expect.poll(() => current.allTextContents()).toEqual(['One more']);
    await page.getByRole('button', { name: 'Previous change' }).click();
    await expect.poll(() => current.allTextContents()).toEqual(['Another line']);
  });

  it('says that a version is breaking when it reads another member, and that config is not a breaking change', async () => {
    const id = await publish(
      'members',
      { content: 'Hello {{user.name}}', config: { model: 'small' } },
      { content: 'Hello {{user.name}}', config: { model: 'large' } },
      { content: 'Hello {{user.fullName}}', config: { model: 'large' } },
    );
    const { page, window } = await open(`/prompts/${id}?tab=versions&from=1&to=2`);
    await page.getByText('No breaking changes in variables').waitFor();
    await page.getByRole('region', { name: 'Config changes' }).getByText('model').waitFor();

    await window.goTo(`/prompts/${id}?tab=versions&from=2&to=3`);
    await page.getByText('Breaking change: calls written for version 2 will fail on version 3').waitFor();
    await page.getByText('user.fullName is read now. Calls that do not send it will fail.').waitFor();
  });

  it('has snippets with values that the selected version needs, taken from the preview where they fit', async () => {
    const id = await publish(
      'example',
      { content: '{{former}}', labels: ['production'] },
      '{{greeting}} {{user.name}}{{#items}}\n- {{.title}}{{/items}}',
    );
    const { page } = await open(`/prompts/${id}`);
    await templateEditor(page).waitFor();
    const variables = page.getByRole('region', { name: 'Variables' });
    await variables.getByRole('textbox', { name: 'greeting' }).fill("It's");
    // Lacks the member that the template reads.
    await variables.getByRole('textbox', { name: 'user' }).fill('{}');

    await page.getByRole('tab', { name: 'Use it' }).click();
    await page.getByRole('combobox', { name: 'Label' }).selectOption('latest');
    const snippet = page.getByRole('region', { name: 'Render' }).locator('pre');
    const [, body = ''] = /-d '(.*)'$/s.exec((await snippet.innerText()).replaceAll(`'\\''`, "'")) ?? [];

    expect(JSON.parse(body)).toEqual({
      label: 'latest',
      variables: { greeting: "It's", user: { name: '…' }, items: [{ title: '…' }] },
    });
    await page.getByRole('radiogroup', { name: 'Language' }).getByText('JavaScript', { exact: true }).click();
    expect(await snippet.innerText()).toContain('if (!response.ok) throw new Error(await response.text());');
  });

  it('has an editor that finds text anywhere in a long prompt, whose preview is no higher than the window', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `Line ${index + 1}`);
    const { page } = await open(`/prompts/${await publish('long-text', `Hello {{name}}\n${lines.join('\n')}`)}`);
    await templateEditor(page).getByText('Line 1', { exact: true }).waitFor();

    await page.getByRole('region', { name: 'Rendered text' }).first().getByText('Line 3000').waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(3000);

    await templateEditor(page).click();
    await page.keyboard.press('ControlOrMeta+F');
    await page.getByRole('textbox', { name: 'Find' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('line 2750');
    await page.keyboard.press('Enter');
    await templateEditor(page).getByText('Line 2750', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Replace' }).fill('Found it');
    await page.getByRole('button', { name: 'replace', exact: true }).click();
    await page.getByText('1 line changed vs v1').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Find' }).waitFor({ state: 'detached' });
  });

  it('shows each line of the text in the direction of its script, and unknown includes as mistakes', async () => {
    await publish('tone', 'Be brief.');
    const { page } = await open(
      `/prompts/${await publish('hebrew', { content: 'שלום {{name}}!\nHello {{name}}!', description: 'ברכה.' })}`,
    );

    const rightToLeft = page.locator(':dir(rtl)');
    await templateEditor(page).getByText('Hello').waitFor();
    expect(await templateEditor(page).locator('.cm-line').and(rightToLeft).allTextContents()).toEqual([
      'שלום {{name}}!',
    ]);
    expect(await page.getByText('ברכה.', { exact: true }).and(rightToLeft).count()).toBe(1);
    expect(
      await page
        .getByText(/^שלום !/)
        .and(rightToLeft)
        .count(),
    ).toBe(1);

    await typeAtEnd(page, ' {{> tone}} {{> missing/part}}');
    const mistake = templateEditor(page).locator('.tag-mistake');
    await mistake.waitFor();
    expect(await mistake.allTextContents()).toEqual(['{{> missing/part}}']);
    expect(await templateEditor(page).locator('.tag-include').allTextContents()).toEqual(['{{> tone}}']);
  });

  it('offers every role, asks for the name of a placeholder only after its field was left, and preserves preview values', async () => {
    const id = await publish('chat', { messages: [{ role: 'developer', content: 'You help {{company}}.' }] });
    const { page } = await open(`/prompts/${id}`);
    const role = page.getByRole('combobox', { name: 'Role of message 1' });
    await role.waitFor();
    expect(await role.inputValue()).toBe('developer');
    expect(await role.locator('option').allTextContents()).toEqual(ROLES);
    const preview = page.getByRole('region', { name: 'Preview' });
    const company = page.getByRole('region', { name: 'Variables' }).getByRole('textbox', { name: 'company' });
    await company.fill('Acme');

    await page.getByRole('button', { name: 'Add placeholder' }).click();
    const name = page.getByRole('textbox', { name: 'Name of placeholder 2' });
    await name.and(page.locator(':focus')).waitFor();
    await preview.getByText('Placeholder 2 needs a name').waitFor();
    expect(await name.getAttribute('aria-invalid')).not.toBe('true');
    expect(await page.getByText('One problem').count()).toBe(0);
    expect(await page.getByText('sections').count()).toBe(0);

    await page.keyboard.press('Tab');
    await page.getByText('One problem').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await name.fill('history');
    await page.getByText('One problem').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Add message' }).click();
    await page.getByRole('textbox', { name: 'Content of message 3' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Prompts', exact: true }).click();
    await page.getByRole('link', { name: 'chat', exact: true }).click();
    await company.waitFor();
    expect(await company.inputValue()).toBe('Acme');
  });
});
