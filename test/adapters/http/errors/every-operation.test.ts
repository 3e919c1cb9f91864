import { describe, expect, it } from 'vitest';
import { apiRoutes } from '../../../../src/adapters/inbound/api/api-routes.ts';
import { DASHBOARD_API_PREFIX, dashboardRoutes } from '../../../../src/adapters/inbound/dashboard/dashboard-routes.ts';
import { isOperation, type Operation } from '../../../../src/adapters/inbound/http/routes/operation.ts';
import { ADA } from '../../../support/in-memory/an-application.ts';
import { signInClient } from '../../dashboard/support/dashboard-client.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';
import { findErrorProblem, type Sent, send } from './sentence.ts';

const operations = [...apiRoutes, ...dashboardRoutes]
  .map(({ operation }) => operation)
  .filter((endpoint): endpoint is Operation => isOperation(endpoint));

const nameOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;

/** A path with values that exist nowhere. */
const fill = (path: string, reference = 'nothing'): string =>
  path.replace('{ref}', reference).replace('{n}', '7').replace('{label}', 'staging').replace('{id}', 'none');

const json = { 'Content-Type': 'application/json' };

/** Mistakes that every operation can be called with, or every one that takes a body. */
const MISTAKES: readonly (readonly [string, (operation: Operation) => Partial<Parameters<typeof sendTo>[1]>])[] = [
  ['no mistake', ({ body }) => (body ? { headers: json, body: '{}' } : {})],
  ['an unknown parameter', () => ({ query: '?colour=red' })],
  ['a repeated parameter', () => ({ query: '?limit=1&limit=2&from=x&from=y' })],
  [
    'bad parameters',
    () => ({ query: '?limit=0&cursor=x&sort=size&from=a&version=x&at=noon&mode=all&groupBy=x&tag=%20' }),
  ],
  ['malformed JSON', () => ({ headers: json, body: '{"name": }' })],
  ['a body that ends early', () => ({ headers: json, body: '{"name": "a"' })],
  ['a body that is not UTF-8', () => ({ headers: json, body: Uint8Array.of(0x22, 0xff, 0x22) })],
  ['an empty body', () => ({ headers: json, body: '' })],
  ['a list instead of an object', () => ({ headers: json, body: '[]' })],
  ['unknown fields', () => ({ headers: json, body: '{"nmae":1,"colour":{}}' })],
  ['fields of wrong types', () => ({ headers: json, body: WRONG_TYPES })],
  ['NUL', () => ({ headers: json, body: '{"name":"a\\u0000"}' })],
  ['another media type', () => ({ headers: { 'Content-Type': 'text/xml' }, body: '<a/>' })],
  ['another encoding', () => ({ headers: { ...json, 'Content-Encoding': 'gzip' }, body: '{}' })],
  ['too large a body', () => ({ headers: json, body: `{"name":"${'x'.repeat(1024 * 1024)}"}` })],
  ['no credential', () => ({ credential: {} })],
  ['another method', ({ method }) => ({ method: method === 'patch' ? 'POST' : 'PATCH' })],
  ['a slash too many', () => ({ reference: 'support/reply' })],
  ['a malformed name', () => ({ reference: 'No%20Such%0AName' })],
];

const WRONG_TYPES = JSON.stringify({
  ...{ name: 1, email: [], password: {}, token: null, current: 1, chosen: 2, type: 'x', content: 1, messages: 'x' },
  ...{
    variables: 'x',
    config: [],
    message: 1,
    labels: [1],
    description: false,
    tags: {},
    archived: 'no',
    version: 1.5,
  },
  ...{ restore: 0, force: 'x', label: 2, placeholders: [], strict: 1, data: { format: 'x', version: 2, prompts: {} } },
});

interface Destination {
  readonly url: string;
  readonly key: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
}

function sendTo(
  operation: Operation,
  request: {
    readonly method?: string;
    readonly query?: string;
    readonly reference?: string;
    readonly credential?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array<ArrayBuffer>;
  },
  { url, key, session }: Destination,
): Promise<Sent> {
  const { method = operation.method.toUpperCase(), query = '', reference, headers, body } = request;
  const credential = request.credential ?? (operation.path.startsWith(DASHBOARD_API_PREFIX) ? session : key);
  return send(url, method, `${fill(operation.path, reference)}${query}`, {
    headers: { Origin: url, ...credential, ...headers },
    ...(body === undefined || method === 'GET' ? {} : { body }),
  });
}

async function start(): Promise<Destination> {
  const { api, token } = await startStandaloneApp();
  const client = await signInClient(api.url, ADA);
  return { url: api.url, key: { Authorization: `Bearer ${token}` }, session: { Cookie: client.cookie ?? '' } };
}

describe('an error', () => {
  it.each(MISTAKES)('is a sentence in our own words, whatever the operation: %s', async (_mistake, toRequest) => {
    let destination = await start();
    const found: string[] = [];
    for (const operation of operations) {
      // These end the session or the key that the others need.
      const isDestructive = operation.method !== 'get' && /token$|key\/reset$|session$|password$/.test(operation.path);
      if (isDestructive) destination = await start();
      const { status, text } = await sendTo(operation, toRequest(operation), destination);
      const problem = status < 400 ? undefined : findErrorProblem(status, text);
      if (problem !== undefined) found.push(`${nameOf(operation)} ${status} ${problem}`);
      if (isDestructive) destination = await start();
    }

    expect(found).toEqual([]);
  });

  it.each(operations.filter(({ path }) => path.includes('{ref}')).map((operation) => [nameOf(operation), operation]))(
    'says how to write a name with a slash: %s',
    async (_name, operation) => {
      const destination = await start();

      for (const [name, encoded] of [
        ['support/reply', 'support%2Freply'],
        ['a/b/c/d/e', 'a%2Fb%2Fc%2Fd%2Fe'],
      ] as const) {
        const { status, code, error } = await sendTo(operation, { reference: name }, destination);

        expect([status, code]).toEqual([404, 'not_found']);
        expect(error).toContain(`as ${encoded},`);
      }
    },
  );
});
