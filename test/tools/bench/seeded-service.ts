import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readOk, sendOk } from '../../support/service/send-ok.ts';
import { PROGRAM } from '../../support/service/service-process.ts';
import { type MeasuredProcess, serviceEnvironment, type Target } from './measured-process.ts';

const run = promisify(execFile);

/** More than one page of the measured list, so that there is a next page. */
const PROMPTS_EACH = 30;
const PASSWORD = 'correct horse battery staple';

export interface SeededAccount {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly key: string;
}

/** An account with prompts. */
export interface Reader extends SeededAccount {
  readonly promptName: string;
  readonly promptNames: readonly string[];
  /** The cursor after a first page that is followed by a full one. */
  readonly nextCursor: string;
  /** The ETag of the prompt's labelled version. */
  readonly etag: string;
}

/** The accounts that send requests. One of each kind per connection, so that none waits for a row lock of another. */
export interface SeededService {
  readonly readers: readonly Reader[];
  /** These create prompts. */
  readonly authors: readonly SeededAccount[];
  /** These reset their keys. */
  readonly resetters: readonly SeededAccount[];
}

/** With SQLite, the service creates its keyring by itself. */
export async function createKeyring(place: Target): Promise<void> {
  if (place.storageUrl.startsWith('sqlite:')) return;
  const { program = PROGRAM, folder } = place;
  await run(process.execPath, [program, 'keyring', 'init'], { cwd: folder, env: serviceEnvironment(place) });
}

export async function seedService(service: MeasuredProcess, connections: number): Promise<SeededService> {
  const readers: Reader[] = [];
  const authors: SeededAccount[] = [];
  const resetters: SeededAccount[] = [];
  for (let index = 0; index < connections; index += 1) {
    const reader = await addReader(service.url, index);
    await addIncluder(service.url, reader);
    readers.push(reader);
    authors.push(await openAccount(service.url, `author${index}`));
    resetters.push(await openAccount(service.url, `resetter${index}`));
  }
  return { readers, authors, resetters };
}

export async function addReader(url: string, index: number, prompts = PROMPTS_EACH): Promise<Reader> {
  const account = await openAccount(url, `reader${index}`);
  const promptNames = Array.from({ length: prompts }, (_, number) => `support/answer-${number}`);
  for (const name of promptNames) {
    await sendOk(url, { method: 'POST', path: '/api/prompts', key: account.key, json: examplePrompt(name) });
  }
  const promptName = `support/answer-${prompts >> 1}`;
  const { key } = account;
  const read = await sendOk(url, { path: `/api/prompts/${encodeURIComponent(promptName)}?label=production`, key });
  const { nextCursor } = await readOk(url, { path: '/api/prompts?limit=5', key });
  return { ...account, promptName, promptNames, nextCursor, etag: read.headers.get('ETag') ?? '' };
}

/** Includes three prompts. Its label `locked` is protected, and `open` is not. Both come last in a list by name. */
export const INCLUDER = 'tone/all';

async function addIncluder(url: string, { email, password, key }: SeededAccount): Promise<void> {
  const create = (json: object) => sendOk(url, { method: 'POST', path: '/api/prompts', key, json });
  const names = [1, 2, 3].map((number) => `tone/${number}`);
  for (const name of names) await create({ name, content: 'Be kind.' });
  const content = names.map((name) => `{{> ${name}}}`).join(' ');
  await create({ ...examplePrompt(INCLUDER), content, labels: ['open', 'locked'] });
  const dashboard = { 'Sec-Fetch-Site': 'same-origin' };
  const signIn = { method: 'POST', path: '/dashboard/api/session', headers: dashboard, json: { email, password } };
  const [cookie = ''] = (await sendOk(url, signIn)).headers.getSetCookie();
  const headers = { ...dashboard, Cookie: cookie.split(';', 1)[0] ?? '' };
  await sendOk(url, { method: 'PUT', path: '/dashboard/api/protected-labels', headers, json: { labels: ['locked'] } });
}

/** About 1 KiB, a common length of prompts. */
export const examplePrompt = (name: string) => ({
  name,
  content: `You answer for {{company}}, in {{language}}.\n\n${'Be brief, be kind, and say so when you do not know. '.repeat(18)}\n\nThe question: {{question}}\n`,
  config: { model: 'example-large', temperature: 0.2, maxTokens: 800 },
  description: 'Answers what customers ask, in the words of the company.',
  tags: ['support', 'customer'],
  labels: ['production', 'staging'],
  message: 'the first one',
});

async function openAccount(url: string, name: string): Promise<SeededAccount> {
  const email = `${name}@example.com`;
  const json = { email, name, password: PASSWORD };
  const { userId, token } = await readOk(url, { method: 'POST', path: '/api/accounts', json });
  return { id: userId, email, password: PASSWORD, key: token };
}
