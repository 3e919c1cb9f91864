import { type FuzzRequest, KEY_PLACEHOLDER } from './requests/fuzz-client.ts';
import type { Problem } from './response-checker.ts';

export interface Finding extends Problem {
  /** The number of the first request that showed the problem. */
  readonly number: number;
  /** A shell command or hex dump that sends the request again. */
  readonly reproduction: string;
  /** The number of requests that showed the same problem. */
  times: number;
}

/** Records each kind of problem once, however many requests show it. */
export class Findings {
  private readonly found = new Map<string, Finding>();

  get all(): readonly Finding[] {
    return [...this.found.values()];
  }

  /** Whether the problem is already recorded; if so, counts it once more. */
  countIfKnown(problem: Problem, place: string): boolean {
    const known = this.found.get(signature(problem, place));
    if (known) known.times += 1;
    return known !== undefined;
  }

  add(number: number, problem: Problem, place: string, reproduction: string): void {
    if (this.countIfKnown(problem, place)) return;
    const message = `${place}: ${problem.message}`;
    this.found.set(signature(problem, place), { ...problem, message, number, reproduction, times: 1 });
  }
}

const SIGNATURE_CHARACTERS = 120;

/** Problems that differ only in ids and numbers are the same. */
const signature = ({ kind, message }: Problem, place: string): string =>
  [kind, place, message.slice(0, SIGNATURE_CHARACTERS).replace(/[0-9a-f-]{8,}|\d+/g, '#')].join(' ');

/** A command for a shell whose PROMPTHOLD_KEY variable holds a key. */
export function toCurl(url: string, { method, target, headers, body }: FuzzRequest): string {
  // curl sets Content-Length itself, and takes an empty header as `Name;`.
  const given = headers.filter(([name]) => name !== 'Content-Length');
  const options = given.map(([name, value]) => `-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`);
  const command = ['curl -gi --path-as-is', `-X ${method}`, ...options, ...(body ? ['--data-binary @-'] : [])];
  const curl = [...command, quoteForShell(`${url}${target}`)].join(' ').slice(0, CURL_CHARACTERS_MAX);
  return body
    ? `printf %s ${Buffer.from(body).toString('base64').slice(0, CURL_CHARACTERS_MAX)} | base64 -d | ${curl}${preview(body)}`
    : curl;
}

/** Input for `xxd -r -p | nc HOST PORT`, cut off at a length that can be copied: replay longer cases by their seed. */
export const toHex = (bytes: Buffer): string =>
  `${bytes.toString('hex', 0, HEX_BYTES_MAX)}${bytes.length > HEX_BYTES_MAX ? `… (${bytes.length} bytes)` : ''}${preview(bytes)}`;

const HEX_BYTES_MAX = 1000;

const CURL_CHARACTERS_MAX = 4000;
const PREVIEW_CHARACTERS = 300;

function preview(bytes: Uint8Array): string {
  const text = JSON.stringify(Buffer.from(bytes).toString('latin1'));
  return `\n    sends: ${text.length > PREVIEW_CHARACTERS ? `${text.slice(0, PREVIEW_CHARACTERS)}…` : text}`;
}

function quoteForShell(text: string): string {
  const safe = `'${text.replaceAll("'", `'\\''`)}'`;
  // Outside the single quotes, so that the shell expands the variable.
  return safe.replaceAll(KEY_PLACEHOLDER, `'"${KEY_PLACEHOLDER}"'`);
}
