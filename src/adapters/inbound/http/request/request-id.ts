import { randomUUID } from 'node:crypto';

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own id when it is harmless in headers and logs, else a new one. */
export function requestId(presented: string | readonly string[] | undefined): string {
  return typeof presented === 'string' && ACCEPTABLE.test(presented) ? presented : randomUUID();
}
