import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { BrowserWindow } from '../../../support/browser/browser-window.ts';
import { launchChromium } from '../../../support/browser/chromium.ts';
import { findChromium } from '../../../support/browser/global-setup.ts';
import { ServiceProcess } from '../../../support/service/service-process.ts';
import { openExampleAccount } from './example-account.ts';

const FOLDER = join(import.meta.dirname, '../../../../docs/screenshots');
const OPENAI_EXPORTS = join(import.meta.dirname, '../../../fixtures/imports/openai');
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const EXAMPLE_VALUES = { company: 'Acme', language: 'English', ticket: 'Where is my parcel?', agent: 'Grace' };

interface Screenshot {
  readonly name: string;
  readonly path: string;
  readonly viewport?: typeof DESKTOP;
  /** Brings the page into a state worth showing. */
  readonly prepare: (page: Page) => Promise<unknown>;
}

const entryPages = (setupToken: string): readonly Screenshot[] => [
  { name: 'setup', path: `/setup#${setupToken}`, prepare: (page) => page.getByLabel('E-mail').waitFor() },
  { name: 'login', path: '/login', prepare: (page) => page.getByLabel('E-mail').waitFor() },
  { name: 'signup', path: '/signup', prepare: (page) => page.getByLabel('E-mail').waitFor() },
];

const pages = (promptId: string): readonly Screenshot[] => [
  { name: 'overview', path: '/', prepare: (page) => page.locator('.chart-bar').first().waitFor() },
  { name: 'prompts', path: '/prompts', prepare: (page) => page.getByRole('link', { name: 'translate' }).waitFor() },
  {
    name: 'prompts-phone',
    path: '/prompts',
    viewport: PHONE,
    prepare: (page) => page.getByRole('link', { name: 'translate' }).waitFor(),
  },
  { name: 'palette', path: '/prompts', prepare: openPalette },
  { name: 'import', path: '/prompts/import', prepare: chooseFiles },
  { name: 'prompt', path: `/prompts/${promptId}`, prepare: fillPreview },
  {
    name: 'prompt-versions',
    path: `/prompts/${promptId}?tab=versions`,
    prepare: (page) => page.locator('.cm-changedText').first().waitFor(),
  },
  {
    name: 'prompt-labels',
    path: `/prompts/${promptId}?tab=labels`,
    prepare: (page) => page.getByRole('button', { name: 'Roll back' }).first().waitFor(),
  },
  { name: 'labels', path: '/labels', prepare: (page) => page.getByRole('link', { name: 'translate' }).waitFor() },
  { name: 'activity', path: '/activity', prepare: (page) => page.getByRole('list', { name: 'Changes' }).waitFor() },
  {
    name: 'usage',
    path: '/usage?by=endpoint',
    prepare: (page) => page.locator('.chart-bar').first().waitFor(),
  },
  {
    name: 'connect',
    path: '/connect?tag=support&label=production',
    prepare: async (page) => {
      await page.getByText('3 prompts').waitFor();
      // The snippets are the subject.
      await page.getByRole('heading', { name: 'Agents (MCP)' }).evaluate((heading) => heading.scrollIntoView());
    },
  },
  {
    name: 'settings-profile',
    path: '/settings',
    prepare: (page) => page.getByRole('textbox', { name: 'Name' }).waitFor(),
  },
  {
    name: 'settings-api-keys',
    path: '/settings?tab=api-keys',
    prepare: (page) => page.getByText('Last used').waitFor(),
  },
  {
    name: 'settings-security',
    path: '/settings?tab=security',
    prepare: (page) => page.getByText('This session').waitFor(),
  },
  // Last, because the browser keeps the draft.
  { name: 'prompt-unsaved', path: `/prompts/${promptId}`, prepare: changePrompt },
  {
    name: 'prompt-phone',
    path: `/prompts/${promptId}`,
    viewport: PHONE,
    prepare: async (page) => {
      await page.getByText('● Unsaved').waitFor();
      await page.locator('.cm-content').waitFor();
    },
  },
];

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'translate' }).waitFor();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Search prompts, pages and actions' }).fill('ticket');
  await page.getByRole('option', { name: 'support/answer-ticket' }).waitFor();
}

/** The save bar then warns, because callers of a label do not send the new variable. */
async function changePrompt(page: Page): Promise<void> {
  await page.locator('.cm-content').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\nToday is {{today}}.');
  await page.getByText('● Unsaved').waitFor();
}

/** One of the files loses something, which the page then shows. */
async function chooseFiles(page: Page): Promise<void> {
  await page.getByLabel('Folder to import').setInputFiles(OPENAI_EXPORTS);
  await page.getByRole('button', { name: /^Import \d+ prompts$/ }).waitFor();
}

async function fillPreview(page: Page): Promise<void> {
  const variables = page.getByRole('region', { name: 'Variables' });
  for (const [name, value] of Object.entries(EXAMPLE_VALUES)) {
    await variables.getByRole('textbox', { name, exact: true }).fill(value);
  }
  await page.getByRole('region', { name: 'Preview' }).getByText('Sign as Grace').waitFor();
  await page.locator('.cm-content').first().waitFor();
}

async function take(window: BrowserWindow, { name, path, viewport = DESKTOP, prepare }: Screenshot): Promise<void> {
  await window.page.setViewportSize(viewport);
  await window.goTo(path);
  await prepare(window.page);
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion, so that no screenshot shows a transition between the schemes.
    await window.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await window.page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`), animations: 'disabled' });
  }
}

const service = await ServiceProcess.start({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
const browser = await launchChromium(await findChromium());
try {
  await mkdir(FOLDER, { recursive: true });
  const window = await BrowserWindow.open(browser, service.url, { viewport: DESKTOP });
  const [, setupToken = ''] = /\/setup#(\S+)/.exec(service.messages) ?? [];
  for (const screenshot of entryPages(setupToken)) await take(window, screenshot);
  const { user, promptId } = await openExampleAccount(service);
  await window.signIn(user);
  for (const screenshot of pages(promptId)) await take(window, screenshot);
  if (window.violations.length > 0) throw new Error(window.violations.join('\n'));
} finally {
  await browser.close();
  await service.dispose();
}
