import { isSourceName, type ResolvedPath } from './source-path.ts';

/** A block that changes what names mean: `each` makes them members of the item, `with` members of a variable. */
export interface Frame {
  readonly context: ResolvedPath;
  /** The name that the block gives to its context: `as |item|`. */
  readonly parameter: string | undefined;
}

const LITERALS = new Set(['true', 'false', 'null', 'undefined']);

/** Undefined for what our templates cannot express: `@index`, an item of an outer loop, the root itself, a literal. */
export function resolveHandlebarsPath(text: string, frames: readonly Frame[]): ResolvedPath | undefined {
  const parts = splitPath(text);
  if (!parts) return undefined;
  const [first = '', ...rest] = parts;
  if (first === '@root') return toVariable(rest);
  if (first.startsWith('@') || LITERALS.has(text) || /^\d+$/.test(first)) return undefined;

  const parameterFrame = frames.findLastIndex(({ parameter }) => parameter === first);
  if (parameterFrame !== -1) return resolveIn(frames, parameterFrame + 1, rest);

  let depth = frames.length;
  let start = 0;
  while (parts[start] === '..') {
    depth -= 1;
    start += 1;
  }
  if (depth < 0) return undefined;
  if (parts[start] === 'this' || parts[start] === '.') start += 1;
  return resolveIn(frames, depth, parts.slice(start));
}

/** Resolves members of the context that the first `depth` frames lead to. */
function resolveIn(frames: readonly Frame[], depth: number, members: readonly string[]): ResolvedPath | undefined {
  if (!members.every(isSourceName)) return undefined;
  const context = frames[depth - 1]?.context;
  if (!context) return toVariable(members);
  // Here, an item is always that of the innermost loop.
  const isOuterItem = context.kind === 'item' && frames.slice(depth).some((frame) => frame.context.kind === 'item');
  return isOuterItem ? undefined : { ...context, members: [...context.members, ...members] };
}

function toVariable([name, ...members]: readonly string[]): ResolvedPath | undefined {
  return name !== undefined && isSourceName(name) ? { kind: 'variable', name, members } : undefined;
}

const PART = /(?:\[([^\]]+)\]|(\.\.|[^./[\]\s"'()|=]+))(?:[./]|$)/y;

/** `a.b`, `../a`, `./a`, `a.[first name]`, `this`, `.`; undefined if it is not a path. */
function splitPath(text: string): readonly string[] | undefined {
  if (text === '.') return ['.'];
  const parts: string[] = [];
  const path = text.startsWith('./') ? `this.${text.slice(2)}` : text;
  let at = 0;
  while (at < path.length) {
    PART.lastIndex = at;
    const match = PART.exec(path);
    const part = match?.[1] ?? match?.[2];
    if (!match || part === undefined) return undefined;
    parts.push(part);
    at += match[0].length;
  }
  return parts.length > 0 && !/[./]$/.test(text.replace(/\.\.$/, '')) ? parts : undefined;
}
