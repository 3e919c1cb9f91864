import type { Page } from 'playwright-core';
import type { DashboardSite, Person } from '../../../support/browser/dashboard-site.ts';
import { rememberCalls } from '../../../support/browser/record-past-calls.ts';

/** Pages for those who are not signed in, by the heading that says that they are there. */
export const entryPages = [
  { name: 'the sign-in page', path: '/login', ready: 'Sign in' },
  { name: 'the sign-up page', path: '/signup', ready: 'Sign up' },
] as const;

export interface Examples {
  readonly person: Person;
  /** Of a text with two versions, and of a chat. */
  readonly textId: string;
  readonly chatId: string;
}

interface SignedInPage {
  readonly name: string;
  path(examples: Examples): string;
  /** Resolves when it is complete. */
  ready(page: Page): Promise<unknown>;
}

const table = (name: string) => (page: Page) => page.getByRole('table', { name }).waitFor();
const text = (shown: string) => (page: Page) => page.getByText(shown).first().waitFor();
/** It comes after the page, and what it says stands in the preview too. */
const editor = (shown: string) => (page: Page) => page.locator('.cm-content', { hasText: shown }).waitFor();
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).waitFor();

/** Every page with something on it. */
export const signedInPages: readonly SignedInPage[] = [
  { name: 'the overview', path: () => '/', ready: table('Calls per day') },
  { name: 'the prompts', path: () => '/prompts', ready: text('greeting') },
  { name: 'the editor of a text', path: ({ textId }) => `/prompts/${textId}`, ready: editor('welcome!') },
  { name: 'the editor of a chat', path: ({ chatId }) => `/prompts/${chatId}`, ready: editor('You help') },
  {
    name: 'the versions of a prompt',
    path: ({ textId }) => `/prompts/${textId}?tab=versions`,
    ready: (page) => page.getByRole('textbox', { name: 'Version 2' }).waitFor(),
  },
  {
    name: 'the labels of a prompt',
    path: ({ textId }) => `/prompts/${textId}?tab=labels`,
    ready: button('Roll back production'),
  },
  { name: 'the use of a prompt', path: ({ textId }) => `/prompts/${textId}?tab=use`, ready: text('curl') },
  { name: 'the usage', path: () => '/usage', ready: table('Calls by status') },
  { name: 'the profile', path: () => '/settings', ready: button('Save') },
  { name: 'the key', path: () => '/settings?tab=api-keys', ready: text('Last used') },
  { name: 'the security', path: () => '/settings?tab=security', ready: text('This session') },
  { name: 'a page that is not there', path: () => '/nowhere', ready: text('nothing at this address') },
];

const made = new WeakMap<DashboardSite, Promise<Examples>>();

/** Somebody who has used the site for a while. One for all tests that only look. */
export function examplesOn(site: DashboardSite): Promise<Examples> {
  const examples = made.get(site) ?? makeExamples(site);
  made.set(site, examples);
  return examples;
}

async function makeExamples(site: DashboardSite): Promise<Examples> {
  const person = await site.newPerson();
  const post = async (path: string, body: unknown): Promise<{ readonly id: string }> => {
    const answer = await site.call(path, person.token, { method: 'POST', body });
    if (!answer.ok) throw new Error(`no example: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: { id: string } }).data;
  };
  const { id: textId } = await post('prompts', { name: 'greeting', content: 'Hello {{name}}', tags: ['friendly'] });
  await post(`prompts/${textId}/versions`, { content: 'Hello {{name}}, welcome!', labels: ['production'] });
  const { id: chatId } = await post('prompts', {
    name: 'support/answer',
    description: 'Helps.',
    messages: [{ role: 'system', content: 'You help {{who}}.' }, { placeholder: 'conversation' }],
  });
  await rememberCalls(site.storage.url, person.userId, [
    { daysAgo: 2, route: 'GET /api/prompts/{ref}', statusClass: '2xx', count: 120, promptId: textId },
    { daysAgo: 1, route: 'GET /api/prompts', statusClass: '4xx', count: 9 },
  ]);
  return { person, textId, chatId };
}
