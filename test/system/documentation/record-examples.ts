import { createHash } from 'node:crypto';
import { apiRoutes } from '../../../src/adapters/inbound/api/api-routes.ts';
import type { RecordedBody, RecordedExample } from '../../../src/adapters/inbound/api/docs/recorded-examples.ts';
import { Rejection } from '../../../src/adapters/inbound/http/errors/rejection.ts';
import { errorBody } from '../../../src/adapters/inbound/http/response/respond-rejection.ts';
import { isOperation, type Operation } from '../../../src/adapters/inbound/http/routes/operation.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { startStandaloneApp } from '../../adapters/http/support/standalone-app.ts';
import { type ExampleApp, type ExampleRequest, exampleRequests } from './example-requests.ts';

const JSON_TYPE = 'application/json';

/** The address that an operation is requested at, such as that of a proxy, given that of the service. */
type ChooseAddress = (operation: string, url: string) => Promise<string> | string;

/** Sends the example requests to a service, in order, and records the responses: the same in every run. */
export async function recordExamples(
  chooseAddress: ChooseAddress = (_, url) => url,
): Promise<readonly RecordedExample[]> {
  const app = await startStandaloneApp({ isClockManual: true });
  const recorded: RecordedExample[] = [];
  let key = '';
  for (const request of exampleRequests) {
    advanceClocks(app);
    await request.prepare?.(app);
    const url = await chooseAddress(request.operation, app.api.url);
    const example = await recordExample(url, key, request, recorded);
    key = tokenIn(example) ?? key;
    recorded.push(example);
  }
  return JSON.parse(replaceRandomParts(JSON.stringify([...recorded, ...madeExamples])));
}

/** Made without a request: one would take as long as a request may, the other need a name of its own. */
const madeExamples: readonly RecordedExample[] = [
  makeExample('createPrompt', 408, new Rejection('request_timeout')),
  makeExample('ready', 421, new Rejection('host_unknown')),
];

function makeExample(operation: string, status: number, rejection: Rejection): RecordedExample {
  return { operation, status, response: { type: JSON_TYPE, value: JSON.parse(errorBody(rejection, 'any')) } };
}

function advanceClocks({ clock, promptTime }: ExampleApp): void {
  const MINUTE_MS = 60_000;
  clock.pass(MINUTE_MS);
  promptTime.now = new Date(promptTime.now.getTime() + MINUTE_MS);
}

async function recordExample(
  url: string,
  key: string,
  { operation, parameters: given, body, type = JSON_TYPE, status }: ExampleRequest,
  recorded: readonly RecordedExample[],
): Promise<RecordedExample> {
  const value = typeof body === 'function' ? body(recorded) : body;
  const parameters = typeof given === 'function' ? given(recorded) : given;
  const { method, path } = findOperation(operation);
  const response = await fetch(`${url}${fillIn(path, parameters)}`, {
    method: method.toUpperCase(),
    headers: {
      ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
      ...(value === undefined ? {} : { 'Content-Type': type }),
      ...headersIn(parameters),
    },
    ...(value === undefined ? {} : { body: type === JSON_TYPE ? JSON.stringify(value) : String(value) }),
  });
  const text = await readText(response);
  if (response.status !== status) throw new Error(`${operation}: ${response.status} instead of ${status}: ${text}`);
  // A request that is rejected is no example to follow.
  const isExemplary = status < 400;
  return {
    operation,
    ...(parameters && isExemplary ? { parameters } : {}),
    ...(value !== undefined && isExemplary ? { body: { type, value } } : {}),
    status,
    ...(text === '' ? {} : { response: toBody(response.headers.get('Content-Type') ?? '', text) }),
  };
}

/** Of a stream, which does not end by itself, the first two events. */
async function readText(response: Response): Promise<string> {
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) return response.text();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    const [, events] = /^((?:(?:.+\n)+\n){2})/.exec(text) ?? [];
    if (events !== undefined) return events;
  }
  return text;
}

function findOperation(id: string): Operation {
  const operation = apiRoutes.map((route) => route.operation).find((each) => isOperation(each) && each.id === id);
  invariant(operation !== undefined && isOperation(operation), `${id} is an operation`);
  return operation;
}

type Parameters = RecordedExample['parameters'];

const HEADER = /^[A-Z]/;

const headersIn = (parameters: Parameters = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => HEADER.test(name))
      .map(([name, value]) => [name, String(value)]),
  );

/** The path and query of a request. */
export function fillIn(template: string, parameters: Parameters = {}): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const query = new URLSearchParams(
    Object.entries(parameters)
      .filter(([name]) => !HEADER.test(name) && !template.includes(`{${name}}`))
      .flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)])),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}

function toBody(contentType: string, text: string): RecordedBody {
  const type = contentType.split(';', 1).join('');
  return { type, value: type === JSON_TYPE ? JSON.parse(text) : text };
}

function tokenIn({ response }: RecordedExample): string | undefined {
  const { token } = (response?.value ?? {}) as { readonly token?: string };
  return token;
}

/** Keys, secrets, and the ends of ids. Those of events depend on the ids of prompts. */
const RANDOM =
  /(?<=\bph_)[0-9a-f]{64}\b|(?<=\bwhsec_)[A-Za-z0-9+/]{43}(?==)|(?<=\b[puw]_\d{13}_)[a-z0-9]{6}\b|(?<=(?:"|id: )\d+-[1-9]\d*-)[0-9a-f]{8}\b/g;
const REQUEST_ID = /(?<="requestId":")[^"]+/g;
const EXAMPLE_REQUEST_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** The same text for the same random part, in order of appearance. */
function replaceRandomParts(text: string): string {
  const known = new Map<string, string>();
  return text.replaceAll(REQUEST_ID, EXAMPLE_REQUEST_ID).replaceAll(RANDOM, (random) => {
    const fixed = known.get(random) ?? createHash('sha256').update(`${known.size}`).digest('hex');
    known.set(random, fixed);
    return fixed.slice(0, random.length);
  });
}
