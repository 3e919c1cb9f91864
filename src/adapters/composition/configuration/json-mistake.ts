/** What may come next while reading JSON from left to right. */
const expectations = {
  value: 'a value',
  element: 'a value or ]',
  name: 'a name in double quotes',
  member: 'a name in double quotes or }',
  colon: 'a colon',
  next: 'a comma or the closing bracket',
  end: 'nothing more',
} as const;

type Expectation = keyof typeof expectations;

const SPACE = /[ \t\r\n]*/y;
const TOKEN =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;

/**
 * Says where a text stops being JSON, and what should be there. Undefined when it is JSON.
 *
 * The message of JSON.parse will not do: it has no position for some mistakes, and it quotes the text around
 * others, which in a configuration file may be a password.
 */
export function findJsonMistake(text: string): string | undefined {
  const open: string[] = [];
  let expected: Expectation = 'value';
  let offset = 0;
  for (;;) {
    offset += matchAt(SPACE, text, offset).length;
    if (offset === text.length && expected === 'end') return undefined;
    const token = matchAt(TOKEN, text, offset);
    const next: Expectation | undefined = token === '' ? undefined : follow(expected, token, open);
    if (next === undefined) return `line ${position(text, offset)}: expected ${expectations[expected]}`;
    expected = next;
    offset += token.length;
  }
}

/** What to expect after the token; undefined when the token may not stand here. */
function follow(expected: Expectation, token: string, open: string[]): Expectation | undefined {
  const within = open.at(-1);
  if (token === ']' && (expected === 'element' || (expected === 'next' && within === '['))) return close(open);
  if (token === '}' && (expected === 'member' || (expected === 'next' && within === '{'))) return close(open);
  switch (expected) {
    case 'value':
    case 'element':
      return followValue(token, open);
    case 'name':
    case 'member':
      return token.startsWith('"') ? 'colon' : undefined;
    case 'colon':
      return token === ':' ? 'value' : undefined;
    case 'next':
      if (token !== ',') return undefined;
      return within === '{' ? 'name' : 'value';
    case 'end':
      return undefined;
  }
}

function followValue(token: string, open: string[]): Expectation | undefined {
  if (token === '{' || token === '[') {
    open.push(token);
    return token === '{' ? 'member' : 'element';
  }
  return /^[}\],:]/.test(token) ? undefined : afterValue(open);
}

function close(open: string[]): Expectation {
  open.pop();
  return afterValue(open);
}

const afterValue = (open: readonly string[]): Expectation => (open.length === 0 ? 'end' : 'next');

function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? '';
}

function position(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}
