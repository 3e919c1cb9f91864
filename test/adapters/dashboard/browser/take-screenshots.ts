import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Visitor } from '../../../support/browser/browser-window.ts';
import { launchChromium } from '../../../support/browser/chromium.ts';
import { findChromium } from '../../../support/browser/global-setup.ts';
import { ServiceProcess } from '../../../support/service/service-process.ts';
import { openExampleAccount } from './example-account.ts';

const FOLDER = join(import.meta.dirname, '../../../../docs/screenshots');
const VIEWPORT = { width: 1280, height: 800 };

const EXAMPLE_VALUES = { company: 'Acme', language: 'English', ticket: 'Where is my parcel?', agent: 'Grace' };

interface Picture {
  readonly name: string;
  readonly path: string;
  /** Brings the page to where it has most to show. */
  readonly prepare: (page: Page) => Promise<unknown>;
}

const entrances = (setupToken: string): readonly Picture[] => [
  { name: 'setup', path: `/setup#${setupToken}`, prepare: (page) => page.getByLabel('E-mail').waitFor() },
  { name: 'login', path: '/login', prepare: (page) => page.getByLabel('E-mail').waitFor() },
  { name: 'signup', path: '/signup', prepare: (page) => page.getByLabel('E-mail').waitFor() },
];

const pages = (promptId: string): readonly Picture[] => [
  { name: 'overview', path: '/', prepare: (page) => page.locator('.recharts-bar-rectangle').first().waitFor() },
  { name: 'prompts', path: '/prompts', prepare: (page) => page.getByRole('link', { name: 'translate' }).waitFor() },
  { name: 'prompt', path: `/prompts/${promptId}`, prepare: fillPreview },
  {
    name: 'prompt-versions',
    path: `/prompts/${promptId}?tab=versions&from=3&to=4`,
    prepare: async (page) => {
      await page.locator('.cm-changedText').first().waitFor();
      // The comparison is what there is to see; the header of the page lies over the top.
      await page.getByRole('region', { name: 'Compare' }).evaluate((part) => part.scrollIntoView({ block: 'end' }));
    },
  },
  {
    name: 'prompt-labels',
    path: `/prompts/${promptId}?tab=labels`,
    prepare: (page) => page.getByRole('button', { name: 'Roll back' }).first().waitFor(),
  },
  {
    name: 'usage',
    path: '/usage?by=endpoint',
    prepare: (page) => page.locator('.recharts-bar-rectangle').first().waitFor(),
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
];

async function fillPreview(page: Page): Promise<void> {
  const preview = page.getByRole('region', { name: 'Preview' }).last();
  for (const [name, value] of Object.entries(EXAMPLE_VALUES)) await preview.getByLabel(name).fill(value);
  await preview.getByText('Sign as Grace').waitFor();
  await page.locator('.cm-content').first().waitFor();
}

async function take(visitor: Visitor, { name, path, prepare }: Picture): Promise<void> {
  await visitor.goTo(path);
  await prepare(visitor.page);
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion, or the picture shows colours on their way from one scheme to the other.
    await visitor.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await visitor.page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`), animations: 'disabled' });
  }
}

const service = await ServiceProcess.start({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
const browser = await launchChromium(await findChromium());
try {
  await mkdir(FOLDER, { recursive: true });
  const visitor = await Visitor.of(browser, service.url, { viewport: VIEWPORT });
  const [, setupToken = ''] = /\/setup#(\S+)/.exec(service.messages) ?? [];
  for (const picture of entrances(setupToken)) await take(visitor, picture);
  const { person, promptId } = await openExampleAccount(service);
  await visitor.signIn(person);
  for (const picture of pages(promptId)) await take(visitor, picture);
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join('\n'));
} finally {
  await browser.close();
  await service.dispose();
}
