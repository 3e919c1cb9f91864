import { join } from 'node:path';
import type { StatusClass } from '../../../../src/domain/usage/usage.ts';
import { type PastCalls, recordPastCalls } from '../../../support/browser/record-past-calls.ts';
import type { ServiceProcess } from '../../../support/service/service-process.ts';
import { Api, type Owner } from '../../http/support/api.ts';
import { EXAMPLE_PROMPTS, type ExamplePrompt } from './example-prompts.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const PASSWORD = 'an example for pictures';

export interface ExampleAccount {
  readonly user: { readonly email: string; readonly password: string };
  /** The prompt with the most data. */
  readonly promptId: string;
}

/** An account as it looks after a month of use. */
export async function openExampleAccount(service: ServiceProcess): Promise<ExampleAccount> {
  const api = new Api(service.url);
  const writer = await openAccount(api, 'writer@example.com');
  const ids = new Map<string, string>();
  for (const prompt of EXAMPLE_PROMPTS) await publish(api, writer.token, prompt);

  // Exported, dated back and imported into another account, the prompts get a month of history.
  const exported = await call<Export>(api, writer.token, 'GET', 'export');
  for (const prompt of exported.data.prompts) moveBack(prompt);
  const email = 'ada@example.com';
  const ada = await openAccount(api, email);
  await call(api, ada.token, 'POST', 'import', exported);
  const { data } = await call<{ data: { id: string; name: string }[] }>(api, ada.token, 'GET', 'prompts?limit=200');
  for (const { id, name } of data) ids.set(name, id);

  await recordPastCalls(`sqlite:${join(service.folder, 'data/prompthold.db')}`, ada.userId, pastCalls(ids));
  return { user: { email, password: PASSWORD }, promptId: ids.get('support/answer-ticket') ?? '' };
}

async function openAccount(api: Api, email: string): Promise<Owner> {
  const { body } = await api.signUp({ email, name: 'Ada Lovelace', password: PASSWORD });
  return body as Owner;
}

async function publish(api: Api, key: string, { versions, labels = {}, daysAgo: _, ...rest }: ExamplePrompt) {
  for (const [at, version] of versions.entries()) {
    const pointing = Object.keys(labels).filter((label) => labels[label] === at + 1);
    const path = `prompts/${encodeURIComponent(rest.name)}`;
    await call(api, key, 'PUT', path, { ...rest, ...version, labels: pointing });
  }
}

interface Export {
  readonly data: { readonly prompts: Record<string, unknown>[] };
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Dates a prompt back by the number of days in its example. */
function moveBack(prompt: Record<string, unknown>): void {
  const { daysAgo = 0 } = EXAMPLE_PROMPTS.find(({ name }) => name === prompt['name']) ?? {};
  const moved = JSON.parse(JSON.stringify(prompt), (_key, value: unknown) =>
    typeof value === 'string' && MOMENT.test(value)
      ? new Date(Date.parse(value) - daysAgo * DAY_MS).toISOString()
      : value,
  );
  Object.assign(prompt, moved);
}

/** More calls on working days, a slow growth, and one day with many errors. */
function pastCalls(ids: ReadonlyMap<string, string>): PastCalls[] {
  const read = (name: string, share: number) => ({
    route: 'GET /api/prompts/{ref}',
    promptId: ids.get(name) ?? '',
    share,
  });
  const kinds = [
    read('support/answer-ticket', 1),
    read('support/classify-ticket', 0.7),
    read('search/rewrite-query', 0.5),
    read('marketing/newsletter', 0.1),
    { route: 'POST /api/prompts/{ref}/render', share: 0.4 },
    { route: 'GET /api/prompts', share: 0.2 },
  ];
  return Array.from({ length: DAYS }, (_day, daysAgo) => {
    const weekday = new Date(Date.now() - daysAgo * DAY_MS).getUTCDay();
    const busy = weekday === 0 || weekday === 6 ? 0.3 : 1;
    const level = Math.round((220 - daysAgo * 4 + ((daysAgo * 37) % 40)) * busy);
    return kinds.flatMap(({ share, ...kind }) => [
      { daysAgo, ...kind, statusClass: '2xx' as StatusClass, count: Math.round(level * share) + 1 },
      { daysAgo, route: kind.route, statusClass: '3xx' as StatusClass, count: Math.round(level * share * 0.3) + 1 },
      { daysAgo, route: kind.route, statusClass: '4xx' as StatusClass, count: daysAgo === 8 ? 40 : daysAgo % 3 },
    ]);
  })
    .flat()
    .filter(({ count }) => count > 0);
}

async function call<Body>(api: Api, key: string, method: string, path: string, json?: unknown): Promise<Body> {
  const { status, body } = await api.call(method, `/api/${path}`, { key, json });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body as Body;
}
