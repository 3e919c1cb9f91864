import type { Dice } from './dice.ts';
import { type Draft, withBody, written } from './draft.ts';
import type { FuzzRequest, Header } from './exchange.ts';
import { ODD_NAMES, oddBytes, oddHeader, oddJson, oddText } from './odd-values.ts';

type Mutation = (draft: Draft, dice: Dice, host: string) => FuzzRequest;

/** Its place in a body is taken by JSON that no value stands for. */
const HOLE = '@@hole@@';

/** A right request with exactly one thing wrong, or at least odd. */
export function mutated(draft: Draft, dice: Dice, host: string): FuzzRequest {
  const places: Mutation[] = [
    ...(draft.json === undefined ? [] : [oneField, oneField, oneField, oneField, wholeBody]),
    ...(draft.query.length > 0 ? [oneParameter, oneParameter] : []),
    ...(draft.path === draft.operation.path ? [] : [oneSegment]),
    ...[oneHeader, oneHeader, moreQuery, anotherMethod, aBodyWhereNoneBelongs],
  ];
  return dice.pick(places)(draft, dice, host);
}

/** Nothing of the body is right but its headers. */
export const wholeBody: Mutation = (draft, dice, host) => {
  const right = written(draft, host);
  return withBody(right, oddBytes(dice, right.body ?? Buffer.from('{}')));
};

const oneField: Mutation = (draft, dice, host) => {
  const text = JSON.stringify(changedSomewhere(draft.json, dice));
  // As a function: in a text, `$&` and its like would mean something.
  const body = text.replace(`"${HOLE}"`, () => oddJson(dice));
  return withBody(written(draft, host), Buffer.from(body));
};

/** With a hole at some depth, or without something, or with something more. */
function changedSomewhere(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.chance(0.08)) return HOLE;
  if (Array.isArray(value)) return changedList(value, dice);
  const entries = Object.entries(value);
  if (entries.length === 0 || dice.chance(0.12)) return Object.fromEntries([...entries, [dice.pick(ODD_NAMES), HOLE]]);
  const at = dice.roll(entries.length);
  if (dice.chance(0.12)) return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(
    entries.map(([name, inner], index) => [name, index === at ? changedSomewhere(inner, dice) : inner]),
  );
}

function changedList(values: readonly unknown[], dice: Dice): unknown {
  const at = dice.roll(values.length + 1);
  if (at === values.length) return [...values, HOLE];
  if (dice.chance(0.1)) return [...values, values[at]];
  return values.map((inner, index) => (index === at ? changedSomewhere(inner, dice) : inner));
}

const oneParameter: Mutation = (draft, dice, host) => {
  const request = written(draft, host);
  const at = dice.roll(draft.query.length);
  const parts = request.target.split('?')[1]?.split('&') ?? [];
  const [name = ''] = parts[at]?.split('=') ?? [];
  const change = dice.roll(6);
  if (change === 0) parts.splice(at, 1);
  else if (change === 1) parts.push(parts[at] ?? '');
  else if (change === 2) parts.push(`${name}=${oddText(dice)}`);
  else if (change === 3) parts[at] = `${name}[]=${oddText(dice)}`;
  else parts[at] = `${name}=${oddText(dice)}`;
  return { ...request, target: sendable(`${draft.path}?${parts.join('&')}`) };
};

const moreQuery: Mutation = (draft, dice, host) => {
  const request = written(draft, host);
  const name = dice.pick([dice.pick(ODD_NAMES), oddText(dice), 'limit', 'cursor', 'label', 'version']);
  const join = request.target.includes('?') ? '&' : '?';
  const more = `${encodeURIComponent(name)}=${oddText(dice)}`;
  return { ...request, target: sendable(`${request.target}${join}${dice.chance(0.1) ? '&&=&' : ''}${more}`) };
};

const oneSegment: Mutation = (draft, dice, host) => {
  const request = written(draft, host);
  const template = draft.operation.path.split('/');
  const holes = template.flatMap((part, index) => (part.startsWith('{') ? [index] : []));
  const at = dice.pick(holes);
  const parts = draft.path.split('/').map((part, index) => (index === at ? oddText(dice) : part));
  const path = parts.join('/') + (dice.chance(0.1) ? '/' : '');
  return { ...request, target: sendable(request.target.replace(draft.path, () => path)) };
};

/** A client of Node's sends neither spaces nor what lies beyond Latin-1. */
const sendable = (target: string): string => target.replace(/[^!-ÿ]/g, (odd) => encodeURIComponent(odd.toWellFormed()));

const oneHeader: Mutation = (draft, dice, host) => {
  const request = written(draft, host);
  const odd = oddHeader(dice);
  const named = ([name]: Header) => name.toLowerCase() === odd[0].toLowerCase();
  if (dice.chance(0.1)) {
    // Without its length, a body would be taken for another request.
    const left = request.headers.filter(([name]) => name === 'Content-Length');
    const others = request.headers.filter(([name]) => name !== 'Content-Length');
    return { ...request, headers: [...others.toSpliced(dice.roll(others.length), 1), ...left] };
  }
  // In place of the right one, or beside it: then there are two.
  const kept = dice.chance(0.2) ? request.headers : request.headers.filter((header) => !named(header));
  return { ...request, headers: [...kept, odd] };
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE'];

const anotherMethod: Mutation = (draft, dice, host) => ({ ...written(draft, host), method: dice.pick(METHODS) });

const aBodyWhereNoneBelongs: Mutation = (draft, dice, host) => {
  const request = written(draft, host);
  if (draft.json !== undefined) return withBody(request, undefined);
  const typed: Header[] = dice.chance(0.5) ? [['Content-Type', 'application/json']] : [];
  return withBody({ ...request, headers: [...request.headers, ...typed] }, Buffer.from(oddJson(dice)));
};
