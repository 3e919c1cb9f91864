type Values = Readonly<Record<string, unknown>>;

/** An object on one line where that is short. */
export function toShortJavascript(values: Values): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const line = pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  return line.length <= 60 ? line : JSON.stringify(values, null, 2);
}

/** A JSON value as a Python literal. */
export function toPython(value: unknown, depth = 0): string {
  const [outer, inner] = ['    '.repeat(depth), '    '.repeat(depth + 1)];
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((item) => toPython(item, depth + 1))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${toPython(member, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${outer}${close}`;
}

/** Keyword arguments of Python. Words that Python reserves, or that mean something else to the call, go into a dictionary. */
export function toKeywords(values: Values): readonly string[] {
  const names = Object.keys(values);
  if (names.length === 0) return [];
  if (names.some((name) => RESERVED.has(name))) return [`**${toPython(values)}`];
  return Object.entries(values).map(([name, value]) => `${name}=${toPython(value)}`);
}

const RESERVED: ReadonlySet<string> = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

export const indent = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
