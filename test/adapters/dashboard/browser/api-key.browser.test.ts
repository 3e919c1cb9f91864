import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seeNotice } from '../../../support/browser/expect-notice.ts';
import { inEverySetting, type SignedIn, type Stage } from '../../../support/browser/on-every-deployment.ts';

const TAB = '/settings?tab=api-keys';
const HIDDEN_AGAIN_MS = 30_000;
const KEY = /ph_[0-9a-f]{64}/;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** With a clock that stands at the test's disposal. */
async function onTheKeysTab(stage: Stage): Promise<SignedIn> {
  const signedIn = await stage.signedIn(TAB);
  await button(signedIn.page, 'Reveal').waitFor();
  return signedIn;
}

const showsTheKey = async (page: Page, key: string): Promise<boolean> => (await page.content()).includes(key);

inEverySetting('the API key', (stage) => {
  it('is masked, revealed on demand and hidden again after 30 seconds', async () => {
    const { page, person } = await onTheKeysTab(stage);
    expect(await showsTheKey(page, person.token)).toBe(false);

    await page.clock.install();
    await button(page, 'Reveal').click();
    await page.getByText(person.token).waitFor();
    await page.clock.fastForward(HIDDEN_AGAIN_MS);
    await button(page, 'Reveal').waitFor();
    expect(await showsTheKey(page, person.token)).toBe(false);
  });

  it('is hidden at once by whoever revealed it', async () => {
    const { page, person } = await onTheKeysTab(stage);

    await button(page, 'Reveal').click();
    await page.getByText(person.token).waitFor();
    await button(page, 'Hide').click();

    await button(page, 'Reveal').waitFor();
    expect(await showsTheKey(page, person.token)).toBe(false);
  });

  it('is copied while it is masked, and says so', async () => {
    const { visitor, page, person } = await onTheKeysTab(stage);

    await seeNotice(page, 'API key copied', () => button(page, 'Copy').click());

    expect(await visitor.paste()).toBe(person.token);
    expect(await showsTheKey(page, person.token)).toBe(false);
  });

  it('is copied while it is shown', async () => {
    const { visitor, page, person } = await onTheKeysTab(stage);

    await button(page, 'Reveal').click();
    await page.getByText(person.token).waitFor();
    await seeNotice(page, 'API key copied', () => button(page, 'Copy').click());

    expect(await visitor.paste()).toBe(person.token);
  });

  it('is copied without the Clipboard API', async () => {
    const person = await stage.site.newPerson();
    const visitor = await stage.visitor();
    await visitor.context.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await visitor.signIn(person, TAB);

    await seeNotice(visitor.page, 'API key copied', () => button(visitor.page, 'Copy').click());

    expect(await visitor.paste()).toBe(person.token);
  });

  it('says so when it could not be copied', async () => {
    const person = await stage.site.newPerson();
    const visitor = await stage.visitor();
    await visitor.context.addInitScript(
      "Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = () => false",
    );
    await visitor.signIn(person, TAB);

    await seeNotice(visitor.page, 'API key not copied', () => button(visitor.page, 'Copy').click());
  });

  it('is reset behind a dialog, and the old one is dead when the new one is shown', async () => {
    const { visitor, page, person } = await onTheKeysTab(stage);

    await button(page, 'Reset key').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await stage.site.call('auth/token', person.token)).status).toBe(200);

    await button(page, 'Reset key').click();
    await dialog.getByRole('button', { name: 'Reset key' }).click();
    const shown = await dialog.getByText(KEY).innerText();
    const [reset = ''] = KEY.exec(shown) ?? [];
    expect(reset).not.toBe(person.token);
    expect((await stage.site.call('auth/token', person.token)).status).toBe(401);
    expect((await stage.site.call('auth/token', reset)).status).toBe(200);

    await seeNotice(page, 'New API key copied', () => dialog.getByRole('button', { name: 'Copy' }).click());
    expect(await visitor.paste()).toBe(reset);
  });

  it('is kept by the browser nowhere', async () => {
    const { visitor, page, person } = await onTheKeysTab(stage);
    const visited: string[] = [];
    visitor.context.on('request', (request) => visited.push(request.url()));

    await button(page, 'Reveal').click();
    await page.getByText(person.token).waitFor();
    await seeNotice(page, 'API key copied', () => button(page, 'Copy').click());

    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href, document.cookie])',
    );
    const everything = [kept, JSON.stringify(await visitor.context.storageState({ indexedDB: true })), ...visited];
    expect(everything.join('\n')).not.toMatch(KEY);
    await page.getByRole('link', { name: 'Prompts' }).click();
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor();
    expect(await showsTheKey(page, person.token)).toBe(false);
  });
});
