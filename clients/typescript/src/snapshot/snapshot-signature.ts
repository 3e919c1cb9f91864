import { SNAPSHOT_KEY_PURPOSE, splitSignature, withSignature } from '../../../../src/domain/snapshots/snapshot.ts';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** The content of a file with this snapshot, for clients that have the same key. */
export const signSnapshot = async (text: string, key: string): Promise<string> =>
  withSignature(text, await sign(text, key));

/** Whether the file was signed with this key, and has not been changed since. */
export async function isSignedWith(key: string, file: string): Promise<boolean> {
  const signed = splitSignature(file);
  return signed !== undefined && signed.signature === (await sign(signed.text, key));
}

async function sign(text: string, key: string): Promise<string> {
  const bytes = await hmac(await hmac(encode(key), SNAPSHOT_KEY_PURPOSE), text);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Uses Web Crypto, which all runtimes have. */
async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, HMAC, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, encode(text)));
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
