/**
 * `JSON.parse` with a workaround for a bug in V8 12.8 and later (Node 24 and 26): a key with an escape can be mistaken
 * for a key parsed earlier in the same position. `{"a":1,"\n":2}` becomes `{"a":1,"\\":2}` after the latter was parsed
 * (nodejs/node#63785), so a request of one account could change what is stored for another.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || !hasEscapedKey(text)) return value;
  return new Parser(text).readValue();
}

const LONG_NUMBER = /\d{22}/;
/** Skips strings. Numbers with a fraction or an exponent are no integers. */
const LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![.\deE+-])-?\d{22,}(?![.\deE])/g;

/**
 * The same for values that must not change: integers of 22 digits and more become 2^53, so that `findInexact` finds them.
 * JSON.parse makes other numbers of them, which cannot be told from numbers that were written with an exponent.
 */
export function parseExactJson(text: string): unknown {
  const value = parseJson(text);
  if (!LONG_NUMBER.test(text)) return value;
  return parseJson(text.replace(LONG_INTEGER, (token) => (token.startsWith('"') ? token : `${2 ** 53}`)));
}

const COLON = /\s*:/y;

/** Requires valid JSON, where an escape is always inside quotes. */
function hasEscapedKey(text: string): boolean {
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
    at = findClosingQuote(text, at);
    COLON.lastIndex = at + 1;
    if (COLON.test(text)) return true;
  }
  return false;
}

/** Finds the next quote that is not escaped. */
function findClosingQuote(text: string, from: number): number {
  let at = from;
  do at = text.indexOf('"', at + 1);
  while (isEscaped(text, at));
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}

/** Requires valid JSON. Parses each key and each scalar by itself, which the bug does not affect. */
class Parser {
  private at = 0;

  constructor(private readonly text: string) {}

  readValue(): unknown {
    const start = this.skipSpace();
    if (start === '{') return Object.fromEntries(this.readMembers());
    if (start === '[') return this.readItems();
    return start === '"' ? this.readString() : this.readLiteral();
  }

  private readMembers(): (readonly [string, unknown])[] {
    const members: (readonly [string, unknown])[] = [];
    while (this.hasNext('}')) {
      const key = this.readString();
      this.skipSpace();
      this.at += 1;
      members.push([key, this.readValue()]);
    }
    return members;
  }

  private readItems(): unknown[] {
    const items: unknown[] = [];
    while (this.hasNext(']')) items.push(this.readValue());
    return items;
  }

  /** Skips an opening bracket or a comma. Returns false, and skips the closing bracket, after the last item. */
  private hasNext(end: string): boolean {
    if (this.skipSpace() !== end) this.at += 1;
    if (this.skipSpace() !== end) return true;
    this.at += 1;
    return false;
  }

  private readString(): string {
    const start = this.at;
    this.at = findClosingQuote(this.text, start) + 1;
    return JSON.parse(this.text.slice(start, this.at));
  }

  private readLiteral(): unknown {
    const start = this.at;
    LITERAL.lastIndex = start;
    LITERAL.test(this.text);
    this.at = LITERAL.lastIndex;
    return JSON.parse(this.text.slice(start, this.at));
  }

  /** Returns the next character that is not white space. */
  private skipSpace(): string | undefined {
    while (isSpace(this.text.charCodeAt(this.at))) this.at += 1;
    return this.text[this.at];
  }
}

/** A number, true, false or null. */
const LITERAL = /[\w.+-]+/y;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
