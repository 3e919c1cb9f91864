import fc from 'fast-check';
import type { Dice } from './dice.ts';
import { type FuzzRequest, KEY_MARK } from './exchange.ts';

/** Bytes for a socket that no HTTP client would send. */
export interface RawCase {
  readonly name: string;
  readonly bytes: Buffer;
  /** Where they are cut in two, that are sent one after the other. */
  readonly cutAt: number;
  /** Hangs up at once and rudely: then no answer is owed. */
  readonly hangsUp: boolean;
}

type MakeRaw = (right: RawParts, dice: Dice) => string | Buffer;

interface RawParts {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

const END = '\r\n';
const text = ({ line, headers, body }: RawParts): string => [line, ...headers, '', body].join(END);
const withHeader =
  (...more: readonly string[]): MakeRaw =>
  (right) =>
    text({ ...right, headers: [...right.headers, ...more] });
const unsized = (headers: readonly string[]) => headers.filter((line) => !/^content-length/i.test(line));
const chunkedAs =
  (chunks: string, ...more: readonly string[]): MakeRaw =>
  ({ line, headers }) =>
    text({ line, headers: [...unsized(headers), 'Transfer-Encoding: chunked', ...more], body: chunks });
const asLine =
  (change: (line: string, dice: Dice) => string): MakeRaw =>
  (right, dice) =>
    text({ ...right, line: change(right.line, dice) });

const LINES: Readonly<Record<string, (line: string, dice: Dice) => string>> = {
  'no version': (line) => line.replace(/ HTTP.*/, ''),
  'odd version': (line, dice) => line.replace('1.1', dice.pick(['0.9', '1.0', '1.2', '2.0', '3', '11', ''])),
  'odd method': (line, dice) =>
    line.replace(/^\w+/, dice.pick(['CONNECT', 'TRACE', 'PRI', 'get', 'GETT', 'M-SEARCH', '\0', 'X'.repeat(99), ''])),
  'two spaces': (line) => line.replace(' ', '  '),
  'a tab': (line) => line.replace(' ', '\t'),
  'absolute form': (line) => line.replace(' /', ' http://evil.test/'),
  'odd absolute form': (line, dice) =>
    line.replace(
      ' /',
      ` ${dice.pick(['http://[/', 'https://a:b@c/', 'http://', 'file:///', '//', 'http://a]b/', '*'])}`,
    ),
  'authority form': (line) => line.replace(/ \S+ /, ' evil.test:443 '),
  'asterisk form': (line) => line.replace(/ \S+ /, ' * '),
  'a fragment': (line) => line.replace(/ HTTP/, '#x HTTP'),
  'bytes in the target': (line, dice) =>
    line.replace(/ HTTP/, `${dice.pick(['\0', '\x7f', 'ÿ', '\\', '|', '"'])} HTTP`),
  'a long target': (line, dice) => line.replace(/ HTTP/, `?${'x'.repeat(dice.pick([7000, 8192, 70_000]))} HTTP`),
};

const CASES: Readonly<Record<string, MakeRaw>> = {
  ...Object.fromEntries(Object.entries(LINES).map(([name, change]) => [name, asLine(change)])),
  'two keys': withHeader(`Authorization: Bearer ${KEY_MARK}`, `authorization: Bearer ${KEY_MARK}`),
  'two lengths': withHeader('Content-Length: 1', 'Content-Length: 2'),
  'length and chunks': withHeader('Content-Length: 3', 'Transfer-Encoding: chunked'),
  'odd length': (right, dice) =>
    withHeader(`Content-Length: ${dice.pick(['-1', 'ten', '0x10', '1e3', '99999999999999999999', '+1', '', '1,1'])}`)(
      { ...right, headers: unsized(right.headers) },
      dice,
    ),
  'a length too long': (right, dice) =>
    text({
      ...right,
      headers: [...unsized(right.headers), `Content-Length: ${right.body.length + 1 + dice.roll(99)}`],
    }),
  'a length too short': (right) =>
    text({ ...right, headers: [...unsized(right.headers), 'Content-Length: 1'], body: `${right.body}xyz` }),
  'good chunks': ({ body, ...right }, dice) =>
    chunkedAs(`${body.length.toString(16)}${END}${body}${END}0${END}${END}`)({ ...right, body }, dice),
  'a bad chunk size': (right, dice) =>
    chunkedAs(`${dice.pick(['z', '-1', '', 'ffffffffffffffffff', '0x5', '5 '])}${END}hello${END}0${END}${END}`)(
      right,
      dice,
    ),
  'a chunk cut off': chunkedAs(`5${END}hel`),
  'no last chunk': chunkedAs(`2${END}{}${END}`),
  'chunks without line ends': chunkedAs('2{}0'),
  'chunk extensions': chunkedAs(`2;a="${'x'.repeat(20_000)}"${END}{}${END}0${END}${END}`),
  'a trailer': chunkedAs(
    `2${END}{}${END}0${END}Authorization: Bearer ${KEY_MARK}${END}${END}`,
    'Trailer: Authorization',
  ),
  'odd transfer encoding': (right, dice) =>
    text({
      ...right,
      headers: [
        ...unsized(right.headers),
        `Transfer-Encoding: ${dice.pick(['gzip', 'chunked, chunked', 'xchunked', 'identity', 'chunked, gzip', ''])}`,
      ],
    }),
  'many headers': (right, dice) =>
    withHeader(...Array.from({ length: dice.pick([99, 500, 2001]) }, (_, index) => `X-${index}: 1`))(right, dice),
  'a large header': withHeader(`X-Note: ${'x'.repeat(100_000)}`),
  'a header without a colon': withHeader('NoColon'),
  'a header without a name': withHeader(': x'),
  'a space before the colon': withHeader('X-Note : x'),
  'a folded header': withHeader('X-Note: a', ' b', '\tc'),
  'a NUL in a header': withHeader('X-Note: a\0b'),
  'a lone CR in a header': withHeader('X-Note: a\rb'),
  'no Host': (right) => text({ ...right, headers: right.headers.filter((line) => !line.startsWith('Host')) }),
  'two Hosts': withHeader('Host: evil.test'),
  'an upgrade': withHeader('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
  'an HTTP/2 preface': () => `PRI * HTTP/2.0${END}${END}SM${END}${END}`,
  'a TLS greeting': () => Buffer.from('16030100c8010000c40303', 'hex'),
  'line feeds alone': (right) => text(right).replaceAll(END, '\n'),
  'blank lines first': (right) => `${END}${END}${text(right)}`,
  'two at once': (right) =>
    `${text(right)}${text({ ...right, line: 'GET /livez HTTP/1.1', headers: ['Host: a'], body: '' })}`,
  'ten at once': (right) => text(right).repeat(10),
  'a good one, then garbage': (right) => `${text(right)}\0\0garbage${END}${END}`,
  'cut off': (right, dice) => text(right).slice(0, dice.roll(text(right).length)),
  bytes: (_right, dice) => Buffer.from(dice.draw(fc.uint8Array({ maxLength: 2000 }))),
  'one byte changed': (right, dice) => {
    const bytes = Buffer.from(text(right), 'latin1');
    bytes[dice.roll(bytes.length)] = dice.roll(256);
    return bytes;
  },
  nothing: () => '',
};

export const RAW_NAMES: readonly string[] = Object.keys(CASES);

/** Begins with a request that would be right. One that resets the key is none: its answer might get lost. */
export function rawCase({ method, target, headers, body }: FuzzRequest, dice: Dice): RawCase {
  const name = dice.pick(RAW_NAMES);
  const right = {
    line: `${method} ${target} HTTP/1.1`,
    headers: headers.map(([header, value]) => `${header}: ${value}`),
    body: Buffer.from(body ?? []).toString('latin1'),
  };
  const made = CASES[name]?.(right, dice) ?? '';
  const bytes = typeof made === 'string' ? Buffer.from(made, 'latin1') : made;
  return { name, bytes, cutAt: dice.chance(0.3) ? dice.roll(bytes.length + 1) : 0, hangsUp: dice.chance(0.1) };
}
