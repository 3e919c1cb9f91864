import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seeNotice } from '../../../support/browser/expect-notice.ts';
import { inEverySetting, type SignedIn, type Stage } from '../../../support/browser/on-every-deployment.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

interface WithPrompt extends SignedIn {
  readonly id: string;
}

/** On the page of a prompt that has these versions. */
async function withPrompt(stage: Stage, ...contents: readonly string[]): Promise<WithPrompt> {
  const person = await stage.site.newPerson();
  let id = '';
  for (const content of contents) {
    const answer = await stage.site.call('prompts/support%2Fgreeting', person.token, {
      method: 'PUT',
      body: { content },
    });
    id = ((await answer.json()) as { data: { id: string } }).data.id;
  }
  return { ...(await stage.signedIn(`/prompts/${id}`, person)), id };
}

/** What a program gets that asks for the label. */
async function readVersion(stage: Stage, { person, id }: WithPrompt, label: string): Promise<number> {
  const answer = await stage.site.call(`prompts/${id}?label=${label}`, person.token);
  return ((await answer.json()) as { data: { version: number } }).data.version;
}

async function promote(page: Page, label: string, version: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Label' }).fill(label);
  // Closes the list of suggestions, which lies over the button.
  await page.keyboard.press('Tab');
  await page.getByRole('combobox', { name: 'Version' }).selectOption(version);
  await button(page, 'Promote').click();
}

inEverySetting('prompts', (stage) => {
  it('are created, and read by programs at once', async () => {
    const { page, person } = await stage.signedIn('/prompts');

    await button(page, 'New prompt').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('support/greeting');
    await dialog.getByRole('textbox', { name: 'Content' }).fill('Hello {{name}}!');
    await dialog.getByRole('button', { name: 'Create prompt' }).click();

    await page.getByRole('heading', { name: 'support/greeting', level: 1 }).waitFor();
    const answer = await stage.site.call('prompts/support%2Fgreeting', person.token);
    expect(await answer.json()).toMatchObject({ data: { content: 'Hello {{name}}!', version: 1 } });
  });

  it('say what is wrong with the name of a new one', async () => {
    const { page } = await withPrompt(stage, 'Hello');
    await page.getByRole('link', { name: 'Prompts' }).click();

    await button(page, 'New prompt').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('support/greeting');
    await dialog.getByRole('textbox', { name: 'Content' }).fill('Hello');
    await dialog.getByRole('button', { name: 'Create prompt' }).click();

    await dialog.getByRole('alert').waitFor();
  });

  it('are found by a search and by their folder', async () => {
    const person = await stage.site.newPerson();
    for (const name of ['support/greeting', 'support/farewell', 'translate'])
      await stage.site.call('prompts', person.token, { method: 'POST', body: { name, content: 'Hi' } });
    const { page } = await stage.signedIn('/prompts', person);
    const shown = async () =>
      (await page.getByRole('list', { name: 'Prompts' }).getByRole('link').allInnerTexts()).sort();
    await expect.poll(shown).toEqual(['support/farewell', 'support/greeting', 'translate']);

    await page.getByLabel('Search').fill('GREET');
    await expect.poll(shown).toEqual(['support/greeting']);
    await page.getByLabel('Search').fill('');
    await page.getByRole('combobox', { name: 'Folder' }).selectOption('support');
    await expect.poll(shown).toEqual(['support/farewell', 'support/greeting']);
  });

  it('are edited with a live preview, and saved as a new version', async () => {
    const visit = await withPrompt(stage, 'Hello {{name}}!');
    const { page, person, id } = visit;

    const editor = page.getByRole('textbox', { name: 'Template' });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+A');
    // What is typed comes key by key, as from a person.
    await page.keyboard.type('Dear {{name}}, welcome!');
    const preview = page.getByRole('region', { name: 'Preview' }).last();
    await preview.getByRole('textbox', { name: 'name' }).fill('Grace');
    await preview.getByText('Dear Grace, welcome!').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('More formal');
    await seeNotice(page, 'Version 2 saved', () => button(page, 'Save').click());

    const answer = await stage.site.call(`prompts/${id}`, person.token);
    expect(await answer.json()).toMatchObject({
      data: { version: 2, content: 'Dear {{name}}, welcome!', message: 'More formal' },
    });
  });

  it('keep the words of whoever was slower', async () => {
    const { page, person, id } = await withPrompt(stage, 'Hello');
    await page.getByRole('textbox', { name: 'Template' }).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' from me');
    await stage.site.call(`prompts/${id}/versions`, person.token, {
      method: 'POST',
      body: { content: 'Hello from others' },
    });

    await button(page, 'Save').click();

    await page.getByText('a newer version was published first').waitFor();
    expect(await page.getByRole('textbox', { name: 'Template' }).innerText()).toContain('Hello from me');
    expect(await (await stage.site.call(`prompts/${id}`, person.token)).json()).toMatchObject({ data: { version: 2 } });
  });

  it('show what differs between two versions', async () => {
    const { page } = await withPrompt(stage, 'Hello {{name}}!', 'Hello {{name}} from {{company}}!', 'Bye {{name}}');

    await tab(page, 'Versions').click();
    await page.getByRole('combobox', { name: 'From' }).selectOption('1');
    await page.getByRole('combobox', { name: 'To' }).selectOption('2');

    await page.getByText('Breaking: callers of one version cannot call the other').waitFor();
    await page.getByRole('textbox', { name: 'Version 1' }).getByText('Hello {{name}}!').waitFor();
    const newer = page.getByRole('textbox', { name: 'Version 2' });
    await newer.getByText('Hello {{name}} from {{company}}!').waitFor();
    await expect.poll(() => newer.locator('.cm-changedText').allInnerTexts()).toEqual([' from {{company}}']);
  });

  it('are promoted and rolled back, for programs from that moment', async () => {
    const visit = await withPrompt(stage, 'Hello {{name}}!', 'Hi {{name}}!');
    const { page } = visit;
    await tab(page, 'Labels').click();

    await seeNotice(page, 'production points to version 1', () => promote(page, 'production', '1'));
    expect(await readVersion(stage, visit, 'production')).toBe(1);
    await seeNotice(page, 'production points to version 2', () => promote(page, 'production', '2'));
    expect(await readVersion(stage, visit, 'production')).toBe(2);

    await button(page, 'Roll back production').click();
    const rollBack = page.getByRole('dialog').getByRole('button', { name: 'Roll back to version 1' });
    await seeNotice(page, 'production is back at version 1', () => rollBack.click());
    expect(await readVersion(stage, visit, 'production')).toBe(1);
    await button(page, 'History of production').click();
    await expect
      .poll(() =>
        page
          .getByRole('table')
          .getByText(/^version \d → \d$/)
          .allInnerTexts(),
      )
      .toEqual(['version 2 → 1', 'version 1 → 2']);
  });

  it('warn before a promotion that breaks programs, and do it for those who insist', async () => {
    const visit = await withPrompt(stage, 'Hello {{name}}!', 'Hello {{name}} from {{company}}!');
    const { page } = visit;
    await tab(page, 'Labels').click();
    await seeNotice(page, 'production points to version 1', () => promote(page, 'production', '1'));

    await promote(page, 'production', '2');
    const warning = page.getByRole('alert').filter({ hasText: 'This would break programs that use the label' });
    await warning.getByText('company').waitFor();
    expect(await readVersion(stage, visit, 'production')).toBe(1);
    const insist = warning.getByRole('button', { name: 'Promote anyway' });
    await seeNotice(page, 'production points to version 2', () => insist.click());

    expect(await readVersion(stage, visit, 'production')).toBe(2);
  });

  it('come with a command that works as it is, with the key from the environment', async () => {
    const { page, visitor, person } = await withPrompt(stage, 'Hello {{name}}!');
    await tab(page, 'Use it').click();

    const snippet = await page.getByRole('region', { name: 'Read it' }).locator('code, pre').first().innerText();

    expect(snippet).toContain(`${stage.site.url}/api/prompts/support%2Fgreeting`);
    expect(snippet).toContain('$PROMPTHOLD_KEY');
    expect(snippet).not.toContain(person.token);
    const copy = page.getByRole('region', { name: 'Read it' }).getByRole('button', { name: /^Copy/ });
    await seeNotice(page, 'Snippet copied', () => copy.click());
    expect((await visitor.paste()).trim()).toBe(snippet.trim());
  });

  it('are deleted only after a question', async () => {
    const { page, person, id } = await withPrompt(stage, 'Hello');

    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await stage.site.call(`prompts/${id}`, person.token)).status).toBe(200);
    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete prompt' }).click();

    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor();
    expect((await stage.site.call(`prompts/${id}`, person.token)).status).toBe(404);
  });
});
