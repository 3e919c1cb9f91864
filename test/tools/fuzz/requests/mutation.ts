import type { SeededRandom } from '../../seeded-random.ts';
import type { FuzzRequest, Header } from './fuzz-client.ts';
import { INVALID_NAMES, invalidBytes, invalidHeader, invalidJson, invalidText } from './invalid-values.ts';
import { type RequestDraft, toRequest, withBody } from './request-builder.ts';

type Mutation = (draft: RequestDraft, random: SeededRandom, host: string) => FuzzRequest;

/** Replaced in the serialized body by JSON that no JavaScript value represents. */
const PLACEHOLDER = '@@placeholder@@';

/** Changes exactly one part of a valid request into something invalid or unusual. */
export function mutate(draft: RequestDraft, random: SeededRandom, host: string): FuzzRequest {
  const places: Mutation[] = [
    ...(draft.json === undefined ? [] : [changeField, changeField, changeField, changeField, replaceBody]),
    ...(draft.query.length > 0 ? [changeParameter, changeParameter] : []),
    ...(draft.path === draft.operation.path ? [] : [changeSegment]),
    ...[changeHeader, changeHeader, addParameter, changeMethod, toggleBody],
  ];
  return random.pick(places)(draft, random, host);
}

/** Replaces the body and keeps its headers. */
export const replaceBody: Mutation = (draft, random, host) => {
  const valid = toRequest(draft, host);
  return withBody(valid, invalidBytes(random, valid.body ?? Buffer.from('{}')));
};

const changeField: Mutation = (draft, random, host) => {
  const text = JSON.stringify(changeJson(draft.json, random));
  // A function, because `$&` and the like have a meaning in a replacement string.
  const body = text.replace(`"${PLACEHOLDER}"`, () => invalidJson(random));
  return withBody(toRequest(draft, host), Buffer.from(body));
};

/** Replaces, removes or adds one value at some depth. */
function changeJson(value: unknown, random: SeededRandom): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.08)) return PLACEHOLDER;
  if (Array.isArray(value)) return changeList(value, random);
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(0.12))
    return Object.fromEntries([...entries, [random.pick(INVALID_NAMES), PLACEHOLDER]]);
  const at = random.nextInt(entries.length);
  if (random.chance(0.12)) return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(
    entries.map(([name, inner], index) => [name, index === at ? changeJson(inner, random) : inner]),
  );
}

function changeList(values: readonly unknown[], random: SeededRandom): unknown {
  const at = random.nextInt(values.length + 1);
  if (at === values.length) return [...values, PLACEHOLDER];
  if (random.chance(0.1)) return [...values, values[at]];
  return values.map((inner, index) => (index === at ? changeJson(inner, random) : inner));
}

const changeParameter: Mutation = (draft, random, host) => {
  const request = toRequest(draft, host);
  const at = random.nextInt(draft.query.length);
  const parts = request.target.split('?')[1]?.split('&') ?? [];
  const [name = ''] = parts[at]?.split('=') ?? [];
  const change = random.nextInt(6);
  if (change === 0) parts.splice(at, 1);
  else if (change === 1) parts.push(parts[at] ?? '');
  else if (change === 2) parts.push(`${name}=${invalidText(random)}`);
  else if (change === 3) parts[at] = `${name}[]=${invalidText(random)}`;
  else parts[at] = `${name}=${invalidText(random)}`;
  return { ...request, target: sendable(`${draft.path}?${parts.join('&')}`) };
};

const addParameter: Mutation = (draft, random, host) => {
  const request = toRequest(draft, host);
  const name = random.pick([random.pick(INVALID_NAMES), invalidText(random), 'limit', 'cursor', 'label', 'version']);
  const join = request.target.includes('?') ? '&' : '?';
  const more = `${encodeURIComponent(name)}=${invalidText(random)}`;
  return { ...request, target: sendable(`${request.target}${join}${random.chance(0.1) ? '&&=&' : ''}${more}`) };
};

const changeSegment: Mutation = (draft, random, host) => {
  const request = toRequest(draft, host);
  const template = draft.operation.path.split('/');
  const holes = template.flatMap((part, index) => (part.startsWith('{') ? [index] : []));
  const at = random.pick(holes);
  const parts = draft.path.split('/').map((part, index) => (index === at ? invalidText(random) : part));
  const path = parts.join('/') + (random.chance(0.1) ? '/' : '');
  return { ...request, target: sendable(request.target.replace(draft.path, () => path)) };
};

/** Node's HTTP client rejects spaces and characters beyond Latin-1. */
const sendable = (target: string): string =>
  target.replace(/[^!-ÿ]/g, (character) => encodeURIComponent(character.toWellFormed()));

const changeHeader: Mutation = (draft, random, host) => {
  const request = toRequest(draft, host);
  const invalid = invalidHeader(random);
  const isSameName = ([name]: Header) => name.toLowerCase() === invalid[0].toLowerCase();
  if (random.chance(0.1)) {
    // Without Content-Length, the body would be parsed as another request.
    const left = request.headers.filter(([name]) => name === 'Content-Length');
    const others = request.headers.filter(([name]) => name !== 'Content-Length');
    return { ...request, headers: [...others.toSpliced(random.nextInt(others.length), 1), ...left] };
  }
  // Replaces the valid header, or sends a second one.
  const others = random.chance(0.2) ? request.headers : request.headers.filter((header) => !isSameName(header));
  return { ...request, headers: [...others, invalid] };
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE'];

const changeMethod: Mutation = (draft, random, host) => ({ ...toRequest(draft, host), method: random.pick(METHODS) });

const toggleBody: Mutation = (draft, random, host) => {
  const request = toRequest(draft, host);
  if (draft.json !== undefined) return withBody(request, undefined);
  const typed: Header[] = random.chance(0.5) ? [['Content-Type', 'application/json']] : [];
  return withBody({ ...request, headers: [...request.headers, ...typed] }, Buffer.from(invalidJson(random)));
};
