/**
 * `JSON.parse`, without its mistake: V8 12.8 and later, as in Node 24 and 26, take a key with an escape for another key
 * that starts with the same characters, if they met it in this place before: `{"a":1,"\n":2}` is `{"a":1,"\\":2}` after
 * the latter was parsed (nodejs/node#63785). So the request of one account could change what is stored for another.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || !hasEscapedKey(text)) return value;
  return new Reading(text).value();
}

const COLON = /\s*:/y;

/** Of a text that is JSON. There an escape is always inside of quotes. */
function hasEscapedKey(text: string): boolean {
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
    at = closingQuote(text, at);
    COLON.lastIndex = at + 1;
    if (COLON.test(text)) return true;
  }
  return false;
}

/** The next one without an escape. */
function closingQuote(text: string, from: number): number {
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

/** Of a text that is known to be JSON; each text, number and word in it is parsed alone, where no other is mistaken for it. */
class Reading {
  private at = 0;

  constructor(private readonly text: string) {}

  value(): unknown {
    const start = this.next();
    if (start === '{') return Object.fromEntries(this.members());
    if (start === '[') return this.items();
    return start === '"' ? this.quoted() : this.word();
  }

  private members(): (readonly [string, unknown])[] {
    const members: (readonly [string, unknown])[] = [];
    while (this.goesOn('}')) {
      const key = this.quoted();
      this.next();
      this.at += 1;
      members.push([key, this.value()]);
    }
    return members;
  }

  private items(): unknown[] {
    const items: unknown[] = [];
    while (this.goesOn(']')) items.push(this.value());
    return items;
  }

  /** Skips an opening bracket or a comma, or else the closing bracket, after which there are no more items. */
  private goesOn(end: string): boolean {
    if (this.next() !== end) this.at += 1;
    if (this.next() !== end) return true;
    this.at += 1;
    return false;
  }

  private quoted(): string {
    const start = this.at;
    this.at = closingQuote(this.text, start) + 1;
    return JSON.parse(this.text.slice(start, this.at));
  }

  private word(): unknown {
    const start = this.at;
    WORD.lastIndex = start;
    WORD.test(this.text);
    this.at = WORD.lastIndex;
    return JSON.parse(this.text.slice(start, this.at));
  }

  /** The next character that means something. */
  private next(): string | undefined {
    while (isSpace(this.text.charCodeAt(this.at))) this.at += 1;
    return this.text[this.at];
  }
}

/** A number, true, false or null. */
const WORD = /[\w.+-]+/y;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
