import { expect, it } from 'vitest';
import { expectNotice } from '../../../support/browser/expect-notice.ts';
import { onOneDeployment } from '../../../support/browser/on-every-deployment.ts';
import { publishPrompt, typeAtEnd } from './open-prompt-page.ts';

onOneDeployment('a prompt that others include', (dashboard) => {
  it('shows who uses it, and what a new version or a promotion would change and break there', async () => {
    const user = await dashboard.site.createUser();
    const tone = await publishPrompt(dashboard, user, 'tone', [{ content: 'Kind.', labels: ['staging'] }]);
    const content = '{{> tone}} {{> tone@staging}}';
    const reply = await publishPrompt(dashboard, user, 'reply', [{ content, labels: ['production'] }]);
    const { page, window } = await dashboard.signIn(`/prompts/${reply}?tab=used-by`, user);
    await page.getByText('No prompt includes this one').waitFor();

    await window.goTo(`/prompts/${tone}?tab=used-by`);
    const table = page.getByRole('table', { name: 'Prompts that include this one' });
    await table.getByRole('link', { name: 'reply' }).first().waitFor();
    expect(await table.getByRole('cell').allTextContents()).toEqual(
      ['tone', 'tone@staging'].flatMap((include) => [
        'reply',
        'v1 production, latest',
        include,
        'Follows changes with this prompt',
      ]),
    );

    await page.getByRole('tab', { name: 'Editor' }).click();
    await typeAtEnd(page, ' As {{boss}}.');
    const note = page.getByRole('button', { name: 'changes 1 prompt, 1 breaks' });
    const sentence = note.getByText('changes 1 prompt, 1 breaks');
    expect(await sentence.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await note.click();
    const list = page.getByRole('dialog', { name: 'changes 1 prompt, 1 breaks' });
    await list.getByText('reply@production includes tone').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save v2' }).click();
    await page.getByText('Not saved: breaking change for prompts that include this one').waitFor();
    await expectNotice(page, 'Version 2 saved', () => page.getByRole('button', { name: 'Save anyway' }).click());

    await window.goTo(`/prompts/${tone}?tab=versions`);
    await page.getByRole('button', { name: 'Promote v2 to staging' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'changes 1 prompt' }).waitFor();

    await publishPrompt(dashboard, user, 'tone', [
      { content: 'As {{boss}}.', labels: ['staging'], force: true },
      'Kind.',
    ]);
    await publishPrompt(dashboard, user, 'tone', [{ content: 'Kinder.', labels: ['staging'], force: true }]);
    await window.goTo(`/prompts/${tone}?tab=labels`);
    await page.getByRole('button', { name: 'Roll back staging' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back to version 3' }).click();
    await page.getByText('Calls now fail for prompts that include this one: reply@production').waitFor();
  });
});
