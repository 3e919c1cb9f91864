import fc from 'fast-check';
import type { SeededRandom } from '../../seeded-random.ts';
import { type FuzzRequest, KEY_PLACEHOLDER } from './fuzz-client.ts';
import { sample } from './sample.ts';

/** Bytes that no HTTP client would send. */
export interface RawCase {
  readonly name: string;
  readonly bytes: Buffer;
  /** Where the bytes are split into two writes. */
  readonly cutAt: number;
  /** Resets the connection immediately, so that no response is expected. */
  readonly resets: boolean;
}

type BuildRaw = (valid: RawParts, random: SeededRandom) => string | Buffer;

interface RawParts {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

const END = '\r\n';
const text = ({ line, headers, body }: RawParts): string => [line, ...headers, '', body].join(END);
const withHeader =
  (...more: readonly string[]): BuildRaw =>
  (valid) =>
    text({ ...valid, headers: [...valid.headers, ...more] });
const withoutLength = (headers: readonly string[]) => headers.filter((line) => !/^content-length/i.test(line));
const chunked =
  (chunks: string, ...more: readonly string[]): BuildRaw =>
  ({ line, headers }) =>
    text({ line, headers: [...withoutLength(headers), 'Transfer-Encoding: chunked', ...more], body: chunks });
const changeLine =
  (change: (line: string, random: SeededRandom) => string): BuildRaw =>
  (valid, random) =>
    text({ ...valid, line: change(valid.line, random) });

const LINES: Readonly<Record<string, (line: string, random: SeededRandom) => string>> = {
  'no version': (line) => line.replace(/ HTTP.*/, ''),
  'invalid version': (line, random) => line.replace('1.1', random.pick(['0.9', '1.0', '1.2', '2.0', '3', '11', ''])),
  'invalid method': (line, random) =>
    line.replace(/^\w+/, random.pick(['CONNECT', 'TRACE', 'PRI', 'get', 'GETT', 'M-SEARCH', '\0', 'X'.repeat(99), ''])),
  'two spaces': (line) => line.replace(' ', '  '),
  'a tab': (line) => line.replace(' ', '\t'),
  'absolute form': (line) => line.replace(' /', ' http://evil.test/'),
  'invalid absolute form': (line, random) =>
    line.replace(
      ' /',
      ` ${random.pick(['http://[/', 'https://a:b@c/', 'http://', 'file:///', '//', 'http://a]b/', '*'])}`,
    ),
  'authority form': (line) => line.replace(/ \S+ /, ' evil.test:443 '),
  'asterisk form': (line) => line.replace(/ \S+ /, ' * '),
  'a fragment': (line) => line.replace(/ HTTP/, '#x HTTP'),
  'bytes in the target': (line, random) =>
    line.replace(/ HTTP/, `${random.pick(['\0', '\x7f', 'ÿ', '\\', '|', '"'])} HTTP`),
  'a long target': (line, random) => line.replace(/ HTTP/, `?${'x'.repeat(random.pick([7000, 8192, 70_000]))} HTTP`),
};

const CASES: Readonly<Record<string, BuildRaw>> = {
  ...Object.fromEntries(Object.entries(LINES).map(([name, change]) => [name, changeLine(change)])),
  'two keys': withHeader(`Authorization: Bearer ${KEY_PLACEHOLDER}`, `authorization: Bearer ${KEY_PLACEHOLDER}`),
  'two lengths': withHeader('Content-Length: 1', 'Content-Length: 2'),
  'length and chunks': withHeader('Content-Length: 3', 'Transfer-Encoding: chunked'),
  'invalid length': (valid, random) =>
    withHeader(`Content-Length: ${random.pick(['-1', 'ten', '0x10', '1e3', '99999999999999999999', '+1', '', '1,1'])}`)(
      { ...valid, headers: withoutLength(valid.headers) },
      random,
    ),
  'a length too long': (valid, random) =>
    text({
      ...valid,
      headers: [...withoutLength(valid.headers), `Content-Length: ${valid.body.length + 1 + random.nextInt(99)}`],
    }),
  'a length too short': (valid) =>
    text({ ...valid, headers: [...withoutLength(valid.headers), 'Content-Length: 1'], body: `${valid.body}xyz` }),
  'valid chunks': ({ body, ...valid }, random) =>
    chunked(`${body.length.toString(16)}${END}${body}${END}0${END}${END}`)({ ...valid, body }, random),
  'an invalid chunk size': (valid, random) =>
    chunked(`${random.pick(['z', '-1', '', 'ffffffffffffffffff', '0x5', '5 '])}${END}hello${END}0${END}${END}`)(
      valid,
      random,
    ),
  'a truncated chunk': chunked(`5${END}hel`),
  'no last chunk': chunked(`2${END}{}${END}`),
  'chunks without line ends': chunked('2{}0'),
  'chunk extensions': chunked(`2;a="${'x'.repeat(20_000)}"${END}{}${END}0${END}${END}`),
  'a trailer': chunked(
    `2${END}{}${END}0${END}Authorization: Bearer ${KEY_PLACEHOLDER}${END}${END}`,
    'Trailer: Authorization',
  ),
  'invalid transfer encoding': (valid, random) =>
    text({
      ...valid,
      headers: [
        ...withoutLength(valid.headers),
        `Transfer-Encoding: ${random.pick(['gzip', 'chunked, chunked', 'xchunked', 'identity', 'chunked, gzip', ''])}`,
      ],
    }),
  'many headers': (valid, random) =>
    withHeader(...Array.from({ length: random.pick([99, 500, 2001]) }, (_, index) => `X-${index}: 1`))(valid, random),
  'a large header': withHeader(`X-Note: ${'x'.repeat(100_000)}`),
  'a header without a colon': withHeader('NoColon'),
  'a header without a name': withHeader(': x'),
  'a space before the colon': withHeader('X-Note : x'),
  'a folded header': withHeader('X-Note: a', ' b', '\tc'),
  'a NUL in a header': withHeader('X-Note: a\0b'),
  'a lone CR in a header': withHeader('X-Note: a\rb'),
  'no Host': (valid) => text({ ...valid, headers: valid.headers.filter((line) => !line.startsWith('Host')) }),
  'two Hosts': withHeader('Host: evil.test'),
  'an upgrade': withHeader('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
  'an HTTP/2 preface': () => `PRI * HTTP/2.0${END}${END}SM${END}${END}`,
  'a TLS ClientHello': () => Buffer.from('16030100c8010000c40303', 'hex'),
  'line feeds alone': (valid) => text(valid).replaceAll(END, '\n'),
  'blank lines first': (valid) => `${END}${END}${text(valid)}`,
  'two pipelined requests': (valid) =>
    `${text(valid)}${text({ ...valid, line: 'GET /livez HTTP/1.1', headers: ['Host: localhost'], body: '' })}`,
  'ten pipelined requests': (valid) => text(valid).repeat(10),
  'a valid request, then garbage': (valid) => `${text(valid)}\0\0garbage${END}${END}`,
  'a truncated request': (valid, random) => text(valid).slice(0, random.nextInt(text(valid).length)),
  'random bytes': (_valid, random) => Buffer.from(sample(random, fc.uint8Array({ maxLength: 2000 }))),
  'one byte changed': (valid, random) => {
    const bytes = Buffer.from(text(valid), 'latin1');
    bytes[random.nextInt(bytes.length)] = random.nextInt(256);
    return bytes;
  },
  nothing: () => '',
};

export const RAW_CASE_NAMES: readonly string[] = Object.keys(CASES);

/** Corrupts a valid request, which must not rotate the key: a lost response would lose the new key. */
export function makeRawCase({ method, target, headers, body }: FuzzRequest, random: SeededRandom): RawCase {
  const name = random.pick(RAW_CASE_NAMES);
  const valid = {
    line: `${method} ${target} HTTP/1.1`,
    headers: headers.map(([header, value]) => `${header}: ${value}`),
    body: Buffer.from(body ?? []).toString('latin1'),
  };
  const made = CASES[name]?.(valid, random) ?? '';
  const bytes = typeof made === 'string' ? Buffer.from(made, 'latin1') : made;
  return { name, bytes, cutAt: random.chance(0.3) ? random.nextInt(bytes.length + 1) : 0, resets: random.chance(0.1) };
}
