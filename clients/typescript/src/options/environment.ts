/** Cloudflare Workers: whatever a request has started ends with it, and no other request may wait for it. */
export const isolatesRequests = (): boolean => globalThis.navigator?.userAgent === 'Cloudflare-Workers';

/** An environment variable; undefined if it is unset or empty. */
export function readVariable(name: string): string | undefined {
  try {
    return globalThis.process?.env[name] || undefined;
  } catch {
    // Deno throws without the permission to read the environment.
    return undefined;
  }
}
