/** The lines of the values in valid JSON. Caches where the items of lists begin, so that each is searched only once. */
export class JsonLines {
  readonly #lineStarts: readonly number[];
  /** The offsets at which the first items of each list begin, as far as they were searched, by the path of the list. */
  readonly #items = new Map<string, number[]>();

  constructor(private readonly text: string) {
    this.#lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  }

  /**
   * The line of a value, counted from 1. The path joins keys and indexes by dots: `versions.0.messages`. If the value is
   * missing, the line of the innermost value that holds it.
   */
  find(path: string): number {
    let place: Place = { at: skipSpace(this.text, 0), rest: path };
    for (
      let next: Place | undefined = place;
      next;
      next = next.rest === '' ? undefined : this.#findMember(next, path)
    ) {
      place = next;
    }
    return this.#lineAt(place.at);
  }

  #findMember({ at, rest }: Place, path: string): Place | undefined {
    if (this.text[at] === '{') return findKey(this.text, at, rest);
    return this.text[at] === '[' ? this.#findItem(at, rest, path.slice(0, path.length - rest.length)) : undefined;
  }

  #findItem(list: number, rest: string, listPath: string): Place | undefined {
    const [digits = ''] = /^\d+/.exec(rest) ?? [];
    if (digits === '') return undefined;
    const items = this.#items.get(listPath) ?? [skipSpace(this.text, list + 1)];
    this.#items.set(listPath, items);
    while (items.length <= Number(digits)) {
      const end = skipSpace(this.text, skipValue(this.text, items.at(-1) ?? list));
      if (this.text[end] !== ',') return undefined;
      items.push(skipSpace(this.text, end + 1));
    }
    const at = items[Number(digits)] ?? list;
    return { at, rest: rest.slice(digits.length + 1) };
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#lineStarts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface Place {
  /** The offset at which a value begins. */
  readonly at: number;
  /** The path that is left, from this value on. */
  readonly rest: string;
}

function findKey(text: string, object: number, path: string): Place | undefined {
  for (let at = skipSpace(text, object + 1); text[at] === '"'; at = skipSpace(text, at + 1)) {
    const end = skipString(text, at);
    const key: string = JSON.parse(text.slice(at, end));
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (path === key || path.startsWith(`${key}.`)) return { at: value, rest: path.slice(key.length + 1) };
    at = skipSpace(text, skipValue(text, value));
    if (text[at] !== ',') return undefined;
  }
  return undefined;
}

const SCALAR = /[^\s,\]}]*/y;

/** Returns where the text continues behind the value. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const character = text[at];
    if (character === '"') at = skipString(text, at);
    else if (character === '{' || character === '[') {
      depth += 1;
      at += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      at += 1;
    } else if (depth > 0) at += 1;
    else {
      SCALAR.lastIndex = at;
      SCALAR.test(text);
      return SCALAR.lastIndex;
    }
    if (depth === 0) return at;
  }
  return text.length;
}

function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += text[at] === '\\' ? 2 : 1) {
    if (text[at] === '"') return at + 1;
  }
  return text.length;
}

const SPACE = /\s*/y;

function skipSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(text);
  return SPACE.lastIndex;
}
