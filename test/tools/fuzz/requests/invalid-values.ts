import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { SeededRandom } from '../../seeded-random.ts';
import { type Header, KEY_PLACEHOLDER } from './fuzz-client.ts';
import { sample } from './sample.ts';

/** Lengths just inside and just outside the limits of the API. */
const LENGTHS = [1, 11, 12, 35, 36, 37, 100, 101, 128, 129, 200, 201, 256, 257, 500, 501, 1000, 1001, 2000, 2001];
const LARGE_LENGTHS = [64 * 1024, 64 * 1024 + 1, 256 * 1024, 256 * 1024 + 1];
const DEPTHS = [10, 30, 31, 32, 33, 5000];

const INVALID_JSON: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1', '2', '1.5', '1e400', '-1e400', '1e21', '2147483648'],
  ...['9007199254740993', '123456789012345678901234567890', '4294967296', '1e-7', '[]', '{}', '[null]', '[[]]', '""'],
  ...['" "', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"a\\udc00b"', '"\\ud83e\\udd81"', '"\\ufffe\\uffff"'],
  ...['"__proto__"', '"constructor"', '"toString"', '"latest"', '"1"', '"0"', '"-1"', '"true"', '"null"', '"NaN"'],
  ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}', '{"toString":1}', '{"a":1,"a":2}', '{"":""}'],
  ...['"{{"', '"{{a"', '"{{#a}}"', '"{{/a}}"', '"{{#a}}{{/b}}"', '"{{.}}"', '"{{.a}}"', '"{{__proto__}}"'],
  ...['"{{constructor.name}}"', '"{{#a}}{{.__proto__}}{{/a}}"', '"{{> nothing}}"', '"{{> a@production}}"'],
  ...['"{{> a@1}}"', '"p_1234567890123_abcdef"', '"p_0000000000000_000000"', '"a/b/c/d/e/f"', '"/a"', '"a/"', '"A"'],
  ...['"a..b"', '".."', '"ada@example.com"', '"@"', '"a@b"', '"9999-12-31T23:59:59.999Z"'],
  ...['"0000-01-01T00:00:00.000Z"', '"2026-02-30"', '"+275760-09-13T00:00:00.001Z"', '"2026-11-15T24:00:00.000Z"'],
  ...['"\\u2028\\u2029"', '"İIıi"', '"\\u202e"', '"\\r\\n"'],
  ...['"sha256:0000000000000000000000000000000000000000000000000000000000000000"', '"<script>"', '"\' OR 1=1 --"'],
  ...['{"role":"user","content":"x"}', '[{"role":"user","content":"x"}]', '{"placeholder":"x"}', '[1,"a",null,{}]'],
];

/** Returns JSON text, because some of it cannot be represented as a JavaScript value. */
export function invalidJson(random: SeededRandom): string {
  const kind = random.nextInt(20);
  if (kind < 12) return random.pick(INVALID_JSON);
  if (kind < 14) return JSON.stringify(random.pick(['x', 'é', '🦁', ' ']).repeat(random.pick(LENGTHS)));
  if (kind === 14) return random.chance(0.3) ? JSON.stringify('x'.repeat(random.pick(LARGE_LENGTHS))) : '"x"';
  if (kind === 15) return nested(random.pick(DEPTHS), random.chance(0.5));
  if (kind === 16)
    return `[${Array.from({ length: random.pick(LENGTHS) }, () => random.pick(['1', '"a"', '{}'])).join()}]`;
  if (kind === 17) return escaped(sample(random, fc.array(fc.nat(0xffff), { maxLength: 30 })));
  return sample(random, fc.json({ stringUnit: 'binary' }));
}

const nested = (depth: number, inArrays: boolean): string =>
  inArrays ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Escapes UTF-16 code units, lone surrogates included. */
const escaped = (units: readonly number[]): string =>
  `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;

export const INVALID_NAMES = [
  ...['__proto__', 'constructor', 'toString', 'extra', '', 'a.b', 'data', '\0', 'é', 'hasOwnProperty'],
];

/** Inserted into a path or a query without further encoding. */
const INVALID_TEXTS = [
  ...['', '%00', '%2F', '%2e%2e', '..', '.', '%', '%zz', '%ff', '%ed%a0%80', '%F0%9F%A6%81', '%20', '+', '%0d%0aX:1'],
  ...['0', '-1', '1.5', '01', '1e3', '999999999', '1000000000', '99999999999999999999', 'NaN', 'Infinity', 'null'],
  ...['latest', 'LATEST', 'production', 'p_1234567890123_abcdef', 'p_1234567890123_ABCDEF', '__proto__', 'constructor'],
  ...['a%2Fb', 'a/b', '%5C', ';', 'a;b=c', ':ref', '{ref}', '*', '~', '$', "'", '(', '%25', '%2525', '%E2%80%AE', '[]'],
  ...['true', 'any', 'content', 'r1', 'v1', 'm1', 'v0', 'v999999999999999', 'e30', 'eyJmIjoiIn0', '2026-11-15'],
  ...['2026-11-15T12:00:00.000Z', '2026-11-15T12:00:00%2B14:00', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
  ...['2026-13-01', '-000001-01-01T00:00:00Z', '1969-12-31', '2026-11-15T23:59:60Z'],
];

export function invalidText(random: SeededRandom): string {
  const kind = random.nextInt(10);
  if (kind < 7) return random.pick(INVALID_TEXTS);
  if (kind === 7) return random.pick(['x', '1', '%C3%A9', 'a/', '%2F']).repeat(random.pick(LENGTHS));
  if (kind === 8) return encodeURIComponent(sample(random, fc.string({ unit: 'binary' })).toWellFormed());
  return sample(random, fc.stringMatching(/^[!-"$-~]{0,40}$/));
}

const JSON_TYPES = [
  ...['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'application/json; charset=utf-16'],
  ...['application/json; charset=latin1', 'APPLICATION/JSON', 'application/json;', 'application/json; a=b'],
  ...['text/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
  ...['application/merge-patch+json', '', ';', 'application/json, application/json', 'application/jsonx', '*/*'],
  ...['\u00ff'],
];
const UNKNOWN_KEY = `ph_${'0'.repeat(64)}`;
const CREDENTIALS = [
  ...['', 'Bearer', 'Bearer ', `bearer ${KEY_PLACEHOLDER}`, `BEARER ${KEY_PLACEHOLDER}`],
  ...[`Bearer  ${KEY_PLACEHOLDER}`, `Bearer\t${KEY_PLACEHOLDER}`, `Bearer ${KEY_PLACEHOLDER} `],
  ...[`Bearer ${KEY_PLACEHOLDER},`, `Bearer ${KEY_PLACEHOLDER}0`, `Basic ${KEY_PLACEHOLDER}`, KEY_PLACEHOLDER],
  ...[`Bearer ${UNKNOWN_KEY}`, `Bearer ${UNKNOWN_KEY.toUpperCase()}`, 'Bearer ph_', 'Bearer null', 'Bearer \u00ff'],
];
const ENTITY_TAGS = [
  ...['*', '"x"', 'x', '""', 'W/"x"', '"a", "b"', ',', ' * ', '"*"', '"p_1234567890123_abcdef.1.1"', '"unterminated'],
  ...['"p_1234567890123_abcdef.999999999999999.1"', `${'"x", '.repeat(500)}"y"`, '\u00ff', ''],
];
const ACCEPTS = [
  ...['text/plain', '*/*', 'text/html', 'application/xml', '', ',', 'text/plain;q=0', 'a/b/c', 'text/*, */*;q=0.1'],
];

const INVALID_HEADERS: Readonly<Record<string, readonly string[]>> = {
  Authorization: CREDENTIALS,
  'Content-Type': JSON_TYPES,
  'Content-Encoding': ['gzip', 'br', 'identity', 'IDENTITY', 'deflate, gzip', 'x', ''],
  'If-Match': ENTITY_TAGS,
  'If-None-Match': ENTITY_TAGS,
  'If-Modified-Since': ['Sun, 15 Nov 2026 00:00:00 GMT', 'x'],
  'If-Range': ENTITY_TAGS,
  Range: ['bytes=0-0', 'bytes=-1', 'x'],
  Accept: ACCEPTS,
  'Accept-Encoding': ['gzip', 'br', 'identity;q=0', '*;q=0', 'x'],
  'Accept-Language': ['de', '*', 'x'.repeat(100)],
  'X-Request-Id': [
    ...['', 'a b', 'x'.repeat(128), 'x'.repeat(129), '../../etc', '\u00ff', 'ok-1', '"', '\\', '{{x}}'],
    ...[KEY_PLACEHOLDER],
  ],
  'X-Forwarded-For': [
    ...['1.2.3.4', 'x', ',', '1.2.3.4, 5.6.7.8', '::1', '::ffff:1.2.3.4', '1.2.3.4:80', '[::1]', ','.repeat(500)],
  ],
  'X-Forwarded-Proto': ['https', 'x'],
  'X-Forwarded-Host': ['evil.test', '\u00ff'],
  'X-HTTP-Method-Override': ['DELETE'],
  Host: ['', 'x', 'evil.test:99999', '[::1', 'a b', '\u00ff'],
  Origin: ['null', 'https://evil.test', '\u00ff', ''],
  Referer: ['https://evil.test/', 'x'],
  Cookie: ['prompthold_session=x', 'a', ';=;', `x=${'y'.repeat(3000)}`, '\u00ff'],
  Expect: ['100-continue', 'x'],
  Upgrade: ['websocket', 'h2c'],
  Connection: ['close', 'keep-alive', 'Upgrade', 'x', 'close, keep-alive'],
  TE: ['trailers', 'x'],
  'Sec-Fetch-Site': ['cross-site', 'x'],
  'Access-Control-Request-Method': ['DELETE', ''],
  'Cache-Control': ['no-cache', 'only-if-cached'],
  'X-Note': ['x'.repeat(4000), 'x'.repeat(8200), '\t', '\u0080\u00ff'],
};

export function invalidHeader(random: SeededRandom): Header {
  const name = random.pick(Object.keys(INVALID_HEADERS));
  return [name, random.pick(INVALID_HEADERS[name] ?? [''])];
}

/** Corrupts a valid body as a whole. */
export function invalidBytes(random: SeededRandom, valid: Uint8Array): Uint8Array {
  const text = Buffer.from(valid).toString('utf8');
  const at = random.nextInt(valid.length + 1);
  const corruptions: readonly (() => Uint8Array)[] = [
    () => sample(random, fc.uint8Array({ maxLength: 300 })),
    () => valid.subarray(0, at),
    () => Buffer.concat([valid.subarray(0, at), Uint8Array.of(random.nextInt(256)), valid.subarray(at + 1)]),
    () => Buffer.concat([valid.subarray(0, at), Uint8Array.of(0xff), valid.subarray(at)]),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(text, 'latin1'),
    () => gzipSync(valid),
    () => Buffer.from(`${text}${text}`),
    () => Buffer.from(`${text},`),
    () => Buffer.from(`/* a comment */ ${text}`),
    () => Buffer.from(` \r\n\t${text}\n`),
    () => Buffer.from([]),
    () => Buffer.from('   '),
    () => Buffer.from(`[${text}]`),
    () => Buffer.from(JSON.stringify(text)),
    () => Buffer.from(invalidJson(random)),
    () => Buffer.from(`${text.slice(0, -1)}${' '.repeat(random.pick([4 * 1024, 1024 * 1024]))}}`),
  ];
  return random.pick(corruptions)();
}
