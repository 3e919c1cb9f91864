/**
 * `JSON.parse`, without its mistake: V8 12.8 and later, as in Node 24 and 26, take a key with an escape for another key
 * that starts with the same characters, if they met it in this place before: `{"a":1,"\n":2}` is `{"a":1,"\\":2}` after
 * the latter was parsed (nodejs/node#63785). What one account sends could change what another one keeps.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || !hasEscapedKey(text)) return value;
  return JSON.parse(withKeysAsItems(text), withItemsAsKeys);
}

const COLON = /\s*:/y;

/** Of a text that is JSON. There an escape is always inside of quotes, and the next quote without one ends them. */
function hasEscapedKey(text: string): boolean {
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
    do at = text.indexOf('"', at + 1);
    while (isEscaped(text, at));
    COLON.lastIndex = at + 1;
    if (COLON.test(text)) return true;
  }
  return false;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}

/** `{"a":1,"b":2}` as `{"":["a",1,"b",2]}`: in a list, texts are read without a mistake. */
function withKeysAsItems(text: string): string {
  let isQuoted = false;
  return text.replaceAll(/\\.|["{}:]/g, (token) => {
    if (token === '"') isQuoted = !isQuoted;
    return (!isQuoted && AS_ITEMS.get(token)) || token;
  });
}

const AS_ITEMS: ReadonlyMap<string, string> = new Map([
  ['{', '{"":['],
  [':', ','],
  ['}', ']}'],
]);

function withItemsAsKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { '': items } = value as { readonly '': readonly unknown[] };
  const members: [string, unknown][] = [];
  for (let index = 0; index < items.length; index += 2) members.push([String(items[index]), items[index + 1]]);
  return Object.fromEntries(members);
}
