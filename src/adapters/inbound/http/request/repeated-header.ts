import type { IncomingMessage } from 'node:http';

/**
 * Whether a request has a header more than once. Node silently keeps the first of some headers, although a proxy in
 * between may have used the other. The name is in lower case. Allocates nothing for other headers of the request.
 */
export function isRepeated({ rawHeaders }: IncomingMessage, header: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === header.length && name.toLowerCase() === header) count += 1;
  }
  return count > 1;
}
