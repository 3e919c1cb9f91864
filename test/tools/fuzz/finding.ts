import type { Complaint } from './judge.ts';
import { type FuzzRequest, KEY_MARK } from './requests/exchange.ts';

export interface Finding extends Complaint {
  /** Of the first request that showed it. */
  readonly number: number;
  /** How to send that request again by hand. */
  readonly shown: string;
  /** How many requests showed the same. */
  times: number;
}

/** For a shell in which the variable holds a key. */
export function asCurl(url: string, { method, target, headers, body }: FuzzRequest): string {
  // Curl writes the length itself; the empty value of a header is written with a semicolon.
  const given = headers.filter(([name]) => name !== 'Content-Length');
  const options = given.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  const words = ['curl -gi --path-as-is', `-X ${method}`, ...options, ...(body ? ['--data-binary @-'] : [])];
  const curl = [...words, quoted(`${url}${target}`)].join(' ').slice(0, CURL_CHARACTERS_MAX);
  return body
    ? `printf %s ${Buffer.from(body).toString('base64').slice(0, CURL_CHARACTERS_MAX)} | base64 -d | ${curl}${preview(body)}`
    : curl;
}

/** To be piped into `xxd -r -p | nc HOST PORT`. What is longer than anybody would copy is sent again by its seed. */
export const asHex = (bytes: Buffer): string =>
  `${bytes.toString('hex', 0, HEX_BYTES_MAX)}${bytes.length > HEX_BYTES_MAX ? `… (${bytes.length} bytes)` : ''}${preview(bytes)}`;

const HEX_BYTES_MAX = 1000;

const CURL_CHARACTERS_MAX = 4000;
const PREVIEW_CHARACTERS = 300;

function preview(bytes: Uint8Array): string {
  const text = JSON.stringify(Buffer.from(bytes).toString('latin1'));
  return `\n    sends: ${text.length > PREVIEW_CHARACTERS ? `${text.slice(0, PREVIEW_CHARACTERS)}…` : text}`;
}

function quoted(text: string): string {
  const safe = `'${text.replaceAll("'", `'\\''`)}'`;
  // Outside of the quotes, so that the shell puts the key there.
  return safe.replaceAll(KEY_MARK, `'"${KEY_MARK}"'`);
}
