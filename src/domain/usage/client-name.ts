import type { Branded } from '../branded.ts';

/** The name that a program calls itself, in few harmless characters. */
export type ClientName = Branded<string, 'ClientName'>;

export const CLIENT_NAME_CHARACTERS_MAX = 64;

/** Sends neither a name nor a user agent. */
const UNKNOWN = 'unknown' as ClientName;
/** Sent a key where its name belongs. */
const REDACTED = 'redacted' as ClientName;
/** Stands for all callers of an account beyond those that are counted one by one. */
export const OTHER = 'other' as ClientName;

const FORBIDDEN = /[^A-Za-z0-9._/@:+-]/g;

/**
 * A key, or so much of one that the rest could be guessed: with 32 of its 64 digits, 128 bits are still missing.
 * Whatever separates the digits has been removed before.
 */
const KEY = /ph_[0-9a-f]{33}/i;
/** Matches all digits of a key, without its prefix. */
const SECRET_PART = /[0-9a-f]{64}/i;
const SEPARATORS = /[^0-9A-Za-z_]/g;
const ENCODED_CHARACTER = /%([0-9a-f]{2})/gi;
const ENCODED = /%[0-9a-f]{2}/i;
/** Text that was encoded already may have been encoded again. */
const DECODINGS_MAX = 3;

/** The name in `X-Client-Name`, else the first part of `User-Agent`. No text is a reason to refuse a call. */
export function clientNameOf(header: string | undefined, userAgent: string | undefined): ClientName {
  return toName(header) ?? toName(firstToken(userAgent)) ?? UNKNOWN;
}

/** Undefined for text that is missing or blank. */
function toName(text: string | undefined): ClientName | undefined {
  const trimmed = text?.trim();
  if (!trimmed) return undefined;
  if (containsKey(trimmed)) return REDACTED;
  return trimmed.slice(0, CLIENT_NAME_CHARACTERS_MAX).replace(FORBIDDEN, '-') as ClientName;
}

/** `curl/8.5.0` of `curl/8.5.0 (x86_64)`. */
const firstToken = (text: string | undefined): string | undefined => text?.trim().split(/\s/, 1)[0];

/** Whether text contains a key: with or without its prefix, in capitals, percent-encoded, or with separators in between. */
export function containsKey(text: string): boolean {
  let decoded = text;
  for (let round = 0; ; round += 1) {
    if (SECRET_PART.test(decoded) || KEY.test(decoded.replace(SEPARATORS, ''))) return true;
    if (round === DECODINGS_MAX || !ENCODED.test(decoded)) return false;
    decoded = decoded.replace(ENCODED_CHARACTER, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}
