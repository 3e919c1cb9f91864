import type { Page } from 'playwright-core';
import { publishPrompt } from '../../adapters/dashboard/browser/open-prompt-page.ts';
import type { DashboardSite, SessionCookie, User } from '../../support/browser/dashboard-site.ts';
import type { TestDashboard } from '../../support/browser/on-every-deployment.ts';
import { recordPastCalls } from '../../support/browser/record-past-calls.ts';

export interface Examples {
  readonly user: User;
  /** One session for all tests, because signing in is slow. */
  readonly session: SessionCookie;
  /** A text with two versions, and a chat. */
  readonly textId: string;
  readonly chatId: string;
}

interface ExamplePage {
  readonly name: string;
  path(examples: Examples): string;
  /** Resolves when the page is complete. */
  ready(page: Page): Promise<unknown>;
  /** Brings the page into the state that is meant, by hand. */
  use?(page: Page): Promise<unknown>;
  /** A dialog covers the page, so that its controls cannot be reached. */
  readonly hasDialog?: true;
  /** For signed-out users. */
  readonly isEntry?: true;
  /** The browser itself reports the 404. */
  readonly isMissing?: true;
}

const table = (name: string) => (page: Page) => page.getByRole('table', { name }).waitFor();
const text = (shown: string) => (page: Page) => page.getByText(shown).first().waitFor();
/** Loaded after the page. The preview contains the same text, hence the selector. */
const editor = (shown: string) => (page: Page) => page.locator('.cm-content', { hasText: shown }).waitFor();
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor();
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).waitFor();

const textEditor = { path: ({ textId }: Examples) => `/prompts/${textId}`, ready: editor('welcome!') };
const clickInEditor = (page: Page) => page.locator('.cm-content', { hasText: 'welcome!' }).click();

/** Every page, filled with example data. */
export const examplePages: readonly ExamplePage[] = [
  { name: 'the sign-in page', isEntry: true, path: () => '/login', ready: heading('Sign in') },
  { name: 'the sign-up page', isEntry: true, path: () => '/signup', ready: heading('Sign up') },
  { name: 'the overview', path: () => '/', ready: table('Calls per day') },
  { name: 'the prompts', path: () => '/prompts', ready: text('greeting') },
  {
    name: 'the import of prompts',
    path: () => '/prompts/import',
    ready: (page) => page.getByLabel('Files to import').waitFor({ state: 'attached' }),
    use: async (page) => {
      const files = [
        { name: 'greet.prompt', mimeType: 'text/plain', buffer: Buffer.from('---\ntoolDefs: []\n---\nHi {{name}}') },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Buy milk') },
      ];
      await page.getByLabel('Files to import').setInputFiles(files);
      await button('Import 1 prompt')(page);
    },
  },
  { name: 'the editor of a text', ...textEditor },
  {
    name: 'the search in a text',
    ...textEditor,
    use: async (page) => {
      await clickInEditor(page);
      await page.keyboard.press('ControlOrMeta+F');
      await page.getByRole('textbox', { name: 'Find' }).fill('welcome');
    },
  },
  {
    name: 'the completion of a tag',
    ...textEditor,
    use: async (page) => {
      await clickInEditor(page);
      await page.keyboard.type(' {{na');
      await page.getByRole('listbox', { name: 'Completions' }).getByRole('option', { name: 'name' }).waitFor();
    },
  },
  {
    name: 'the hint at what looks like a tag',
    ...textEditor,
    use: async (page) => {
      await clickInEditor(page);
      await page.keyboard.type(' {{user-name}} ');
      await page.locator('.near-tag').waitFor();
    },
  },
  { name: 'the editor of a chat', path: ({ chatId }) => `/prompts/${chatId}`, ready: editor('You help') },
  {
    name: 'the versions of a prompt',
    path: ({ textId }) => `/prompts/${textId}?tab=versions`,
    ready: (page) => page.getByRole('textbox', { name: 'Changes from Version 1 to Version 2' }).waitFor(),
  },
  {
    name: 'the labels of a prompt',
    path: ({ textId }) => `/prompts/${textId}?tab=labels`,
    ready: button('Roll back production'),
  },
  {
    name: 'the includers of a prompt',
    path: ({ textId }) => `/prompts/${textId}?tab=used-by`,
    ready: text('No prompt includes this one'),
  },
  {
    name: 'the usage of a prompt',
    path: ({ textId }) => `/prompts/${textId}?tab=usage`,
    ready: text('in the last 7 days'),
  },
  { name: 'the use of a prompt', path: ({ textId }) => `/prompts/${textId}?tab=use`, ready: text('curl') },
  {
    name: 'the palette',
    hasDialog: true,
    path: () => '/prompts',
    ready: text('greeting'),
    use: async (page) => {
      await page.keyboard.press('Control+K');
      await page.getByRole('option', { name: 'greeting' }).first().waitFor();
    },
  },
  {
    name: 'the list of shortcuts',
    hasDialog: true,
    path: () => '/activity',
    ready: text('was created'),
    use: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  { name: 'the label board', path: () => '/labels', ready: table('Labels by prompt') },
  { name: 'the activity', path: () => '/activity', ready: text('was created') },
  { name: 'the webhooks', path: () => '/webhooks', ready: text('hooks.example.com') },
  { name: 'the usage', path: () => '/usage', ready: table('Calls by status') },
  { name: 'the connect page', path: () => '/connect', ready: text('2 prompts') },
  { name: 'the profile', path: () => '/settings', ready: button('Save') },
  { name: 'the key', path: () => '/settings?tab=api-keys', ready: text('Last used') },
  { name: 'the security', path: () => '/settings?tab=security', ready: text('This session') },
  {
    name: 'a page that does not exist',
    path: () => '/nowhere',
    ready: text('nothing at this address'),
    isMissing: true,
  },
];

/** A window of the user to whom the page belongs. `show` opens the page. */
export async function prepareExample(dashboard: TestDashboard, { path, ready, isEntry }: ExamplePage) {
  const examples = await examplesOn(dashboard);
  const window = await dashboard.openWindow();
  if (!isEntry) await window.context.addCookies([examples.session]);
  const show = async (): Promise<void> => {
    await window.goTo(path(examples));
    await ready(window.page);
  };
  return { window, page: window.page, show };
}

const cache = new WeakMap<DashboardSite, Promise<Examples>>();

/** A user with prompts and calls, shared by all tests that do not change anything. */
export function examplesOn(dashboard: TestDashboard): Promise<Examples> {
  const examples = cache.get(dashboard.site) ?? createExamples(dashboard);
  cache.set(dashboard.site, examples);
  return examples;
}

async function createExamples(dashboard: TestDashboard): Promise<Examples> {
  const { site } = dashboard;
  const user = await site.createUser();
  const textId = await publishPrompt(dashboard, user, 'greeting', [
    { content: 'Hello {{name}}', tags: ['friendly'] },
    { content: 'Hello {{name}}, welcome!', labels: ['production'] },
  ]);
  const messages = [{ role: 'system', content: 'You help {{who}}.' }, { placeholder: 'conversation' }];
  const chatId = await publishPrompt(dashboard, user, 'support/answer', [{ description: 'Helps.', messages }]);
  const webhook = { url: 'https://hooks.example.com/prompthold', description: 'To the team' };
  await site.call('webhooks', user.token, { method: 'POST', body: webhook });
  await recordPastCalls(site.storage.url, user.userId, [
    { daysAgo: 2, route: 'GET /api/prompts/{ref}', statusClass: '2xx', count: 120, promptId: textId },
    { daysAgo: 1, route: 'GET /api/prompts', statusClass: '4xx', count: 9 },
  ]);
  return { user, session: await site.startSession(user), textId, chatId };
}
