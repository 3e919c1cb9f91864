import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  publishPrompt,
  shareUser,
  templateEditor,
  typeAtEnd,
} from '../../../adapters/dashboard/browser/open-prompt-page.ts';
import type { BrowserWindow } from '../../../support/browser/browser-window.ts';
import { expectNotice } from '../../../support/browser/expect-notice.ts';
import { onOneDeployment } from '../../../support/browser/on-every-deployment.ts';

const KEPT = 'Your session ended. Sign in again; your unsaved text is kept';

const signOutItem = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
};

/** Asserts that the part is in the window as it is scrolled now. */
async function expectInView(page: Page, locator: ReturnType<Page['locator']>): Promise<void> {
  const box = await locator.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box).not.toBeNull();
  expect({
    ...box,
    isInside: box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width,
  }).toMatchObject({ isInside: true });
}

/** Lets every request to save fail as in an outage, until the returned function is called. */
async function rejectSaves({ page, violations }: BrowserWindow): Promise<() => Promise<void>> {
  const pattern = /\/api\/prompts\/[^/]+\/versions$/;
  const body = JSON.stringify({ error: 'Storage unavailable', code: 'storage_unavailable' });
  await page.route(pattern, (route) => route.fulfill({ status: 503, contentType: 'application/json', body }));
  return async () => {
    await page.unroute(pattern);
    // The browser reports the response that this test made up, and nothing else may be wrong.
    expect(violations.splice(0).filter((violation) => !violation.includes('a status of 503'))).toEqual([]);
  };
}

onOneDeployment('unsaved text', (dashboard) => {
  const ada = shareUser(dashboard);
  const openPrompt = async (...prompt: Parameters<typeof ada.publish>) => {
    const id = await ada.publish(...prompt);
    return { id, ...(await ada.open(`/prompts/${id}`)) };
  };

  it('survives a crash and the end of the session for its author, and is never shown to another user', async () => {
    const { page, window, user, id } = await openPrompt('ended-session', 'Hello');
    const stored = () => page.evaluate<string>('JSON.stringify(sessionStorage)');
    await typeAtEnd(page, ' from Ada');
    // A crash gives no chance to store anything later.
    await expect.poll(stored).toContain('Hello from Ada');
    await page.getByLabel('Message').fill('More personal');
    await window.context.clearCookies();

    await page.keyboard.press('ControlOrMeta+S');
    await page.getByText(KEPT).waitFor();
    await window.submitSignIn(user);
    await templateEditor(page).getByText('Hello from Ada').waitFor();
    await window.context.clearCookies();
    await page.keyboard.press('ControlOrMeta+S');
    await page.getByText(KEPT).waitFor();
    const grace = await dashboard.site.createUser('Grace Hopper');
    await window.submitSignIn(grace);
    await page.getByRole('heading', { name: 'Prompt not found' }).waitFor();
    await signOutItem(page);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('Your session ended').count()).toBe(0);

    await window.submitSignIn(user);
    await page.getByRole('button', { name: `Account of ${user.name}` }).waitFor();
    await page.getByRole('link', { name: 'Prompts', exact: true }).click();
    await page.getByRole('row', { name: 'ended-session' }).getByText('draft', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'ended-session' }).click();
    await templateEditor(page).getByText('Hello from Ada').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('More personal');
    await expectNotice(page, 'Version 2 saved', () => page.keyboard.press('ControlOrMeta+S'));
    expect(await (await dashboard.site.call(`prompts/${id}`, user.token)).json()).toMatchObject({
      data: { content: 'Hello from Ada', message: 'More personal' },
    });
    await expect.poll(stored).not.toContain('Hello from Ada');
  });

  it.each([
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ])('is saved from a bar that is in view and shows failures, at $width x $height', async (size) => {
    const content = { content: 'A line\n'.repeat(200), labels: ['production'] };
    const { page, window } = await openPrompt(`bar-${size.width}`, content);
    await page.setViewportSize(size);
    const save = page.getByRole('button', { name: 'Save v2', exact: true });
    await expectInView(page, save);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await expectInView(page, save);
    await page.evaluate('window.scrollTo(0, 0)');
    await typeAtEnd(page, 'One more for {{agent}}');
    const summary = page.getByText('1 line changed vs v1 · variables: +agent (breaking for production)');
    await summary.waitFor();
    await expectInView(page, summary);
    // The line that is being edited is not hidden behind the bar.
    const line = await templateEditor(page).getByText('One more for').first().boundingBox();
    const bar = await page.getByRole('region', { name: 'Save' }).boundingBox();
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await review.getByText('v1: breaking for production').waitFor();
    await review.getByText('agent is now required').waitFor();
    await review.getByRole('textbox', { name: size.width > 1200 ? 'Draft' : 'to Draft' }).waitFor();
    await page.keyboard.press('Escape');
    await review.waitFor({ state: 'hidden' });
    const endOutage = await rejectSaves(window);

    await page.keyboard.press('ControlOrMeta+S');
    const alert = page.getByRole('alert').filter({ hasText: 'Not saved' });
    await alert.waitFor();
    await expectInView(page, alert);
    await expectInView(page, save);
    await endOutage();
    await expectNotice(page, 'Version 2 saved', () => alert.getByRole('button', { name: 'Retry' }).click());
    await alert.waitFor({ state: 'detached' });
  });

  it('is not saved while it has a problem, which the bar names', async () => {
    const { page } = await openPrompt('invalid', 'Hello');
    await typeAtEnd(page, ' {{#open}}');

    await page.keyboard.press('ControlOrMeta+S');

    const alert = page.getByRole('alert', { name: 'Not saved' });
    await alert.getByText('Section “open” is not closed (line 1, column 7)').waitFor();
    await page.keyboard.type('{{/open}}');
    await alert.waitFor({ state: 'detached' });
  });

  it('is announced as outdated when another tab saves a version', async () => {
    const { page, window, id } = await openPrompt('two-tabs', 'Hello');
    await typeAtEnd(page, ' from the first tab');
    const other = await window.context.newPage();
    await other.goto(page.url());
    await typeAtEnd(other, ' from the second tab');
    await expectNotice(other, 'Version 2 saved', () => other.keyboard.press('ControlOrMeta+S'));

    await page.getByText('Version 2 was published while you were editing').waitFor();
    expect(await templateEditor(page).innerText()).toContain('Hello from the first tab');
    await page.getByRole('button', { name: 'Keep my text' }).click();
    await expectNotice(page, 'Version 3 saved', () => page.keyboard.press('ControlOrMeta+S'));
    expect(await (await dashboard.site.call(`prompts/${id}`, ada.user.token)).json()).toMatchObject({
      data: { content: 'Hello from the first tab' },
    });
  });

  it('is discarded on request, which can be undone', async () => {
    const { page } = await openPrompt('discarded', 'Hello');
    await typeAtEnd(page, ' and goodbye');

    await page.getByRole('button', { name: 'More ways to save' }).click();
    await page.getByRole('menuitem', { name: 'Discard changes' }).click();
    await page.getByText('No unsaved changes').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();

    await templateEditor(page).getByText('Hello and goodbye').waitFor();
  });

  it('is discarded by signing out only after confirmation', async () => {
    const user = await dashboard.site.createUser();
    const id = await publishPrompt(dashboard, user, 'signed-out', ['Hello {{name}}']);
    const { page, window } = await dashboard.signIn(`/prompts/${id}`, user);
    const value = page.getByRole('region', { name: 'Variables' }).getByRole('textbox', { name: 'name' });
    await value.fill('Grace');
    await typeAtEnd(page, ' there');

    await signOutItem(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 prompt has unsaved changes').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await templateEditor(page).getByText('there').waitFor();
    await signOutItem(page);
    await dialog.getByRole('button', { name: 'Discard and sign out' }).click();

    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('Your session ended').count()).toBe(0);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await window.submitSignIn(user);
    await page.getByRole('link', { name: 'signed-out' }).click();
    await value.waitFor();
    expect(await value.inputValue()).toBe('');
  });

  it('of a new prompt stays in the dialog until the prompt is created', async () => {
    const { page } = await ada.open('/prompts');
    const open = () => page.getByRole('button', { name: 'New prompt' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    const content = dialog.getByRole('textbox', { name: 'Content' });
    await open();
    await name.fill('drafts/first');
    await content.fill('A long text');

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    await open();

    expect([await name.inputValue(), await content.inputValue()]).toEqual(['drafts/first', 'A long text']);
    await dialog.getByRole('button', { name: 'Create prompt' }).click();
    await page.getByRole('heading', { name: 'drafts/first', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Prompts', exact: true }).click();
    await open();
    expect([await name.inputValue(), await content.inputValue()]).toEqual(['', '']);
  });
});
