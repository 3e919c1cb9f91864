import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROGRAM } from '../../support/service/service-process.ts';
import { type MeasuredProcess, type Place, serviceEnvironment } from './measured-process.ts';

const run = promisify(execFile);

/** More than a page of the list that is measured, so that there is a next one. */
const PROMPTS_EACH = 30;
const PASSWORD = 'correct horse battery staple';

export interface StagedAccount {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly key: string;
}

/** An account with prompts. */
export interface Reader extends StagedAccount {
  readonly promptName: string;
  readonly promptNames: readonly string[];
  /** Of a first page that leaves a whole one behind it. */
  readonly nextCursor: string;
  /** Of the prompt's labelled version. */
  readonly etag: string;
}

/** Whom the requests come from. One of each kind for each connection, so that none waits for another's row. */
export interface Stage {
  readonly readers: readonly Reader[];
  /** Their prompts become more. */
  readonly authors: readonly StagedAccount[];
  /** Their keys change. */
  readonly resetters: readonly StagedAccount[];
}

/** Only SQLite gets its keyring by itself. */
export async function makeKeyring(place: Place): Promise<void> {
  if (place.storageUrl.startsWith('sqlite:')) return;
  await run(process.execPath, [PROGRAM, 'keyring', 'init'], { cwd: place.folder, env: serviceEnvironment(place) });
}

export async function setStage(service: MeasuredProcess, connections: number): Promise<Stage> {
  const readers: Reader[] = [];
  const authors: StagedAccount[] = [];
  const resetters: StagedAccount[] = [];
  for (let index = 0; index < connections; index += 1) {
    readers.push(await addReader(service.url, index));
    authors.push(await openAccount(service.url, `author${index}`));
    resetters.push(await openAccount(service.url, `resetter${index}`));
  }
  return { readers, authors, resetters };
}

export async function addReader(url: string, index: number, prompts = PROMPTS_EACH): Promise<Reader> {
  const account = await openAccount(url, `reader${index}`);
  const promptNames = Array.from({ length: prompts }, (_, number) => `support/answer-${number}`);
  for (const name of promptNames) {
    await call(url, 'POST', '/api/prompts', { key: account.key, body: examplePrompt(name) });
  }
  const promptName = `support/answer-${prompts >> 1}`;
  const read = await call(url, 'GET', `/api/prompts/${encodeURIComponent(promptName)}?label=production`, account);
  const listed = await call(url, 'GET', '/api/prompts?limit=5', account);
  const { nextCursor } = (await listed.json()) as { nextCursor: string };
  return { ...account, promptName, promptNames, nextCursor, etag: read.headers.get('ETag') ?? '' };
}

/** As long as prompts often are: about 1 KiB. */
export const examplePrompt = (name: string) => ({
  name,
  content: `You answer for {{company}}, in {{language}}.\n\n${'Be brief, be kind, and say so when you do not know. '.repeat(18)}\n\nThe question: {{question}}\n`,
  config: { model: 'example-large', temperature: 0.2, maxTokens: 800 },
  description: 'Answers what customers ask, in the words of the company.',
  tags: ['support', 'customer'],
  labels: ['production', 'staging'],
  message: 'the first one',
});

async function openAccount(url: string, name: string): Promise<StagedAccount> {
  const email = `${name}@example.com`;
  const opened = await call(url, 'POST', '/api/accounts', { body: { email, name, password: PASSWORD } });
  const { userId, token } = (await opened.json()) as { userId: string; token: string };
  return { id: userId, email, password: PASSWORD, key: token };
}

async function call(
  url: string,
  method: string,
  path: string,
  { key, body }: { readonly key?: string; readonly body?: unknown },
): Promise<Response> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
  return answer;
}
