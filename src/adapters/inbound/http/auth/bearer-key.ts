import type { IncomingMessage } from 'node:http';
import { ApiKey } from '../../../../domain/accounts/api-key.ts';

const SCHEME = /^bearer (.*)$/i;
const HEADER = 'authorization';

/** Undefined when the request carries no key, more than one credential, or something else. */
export function bearerKey(request: IncomingMessage): ApiKey | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined || carriesTwoCredentials(request)) return undefined;
  const [, text = ''] = SCHEME.exec(authorization) ?? [];
  return ApiKey.parse(text);
}

export const carriesCredential = (request: IncomingMessage): boolean => request.headers.authorization !== undefined;

/** Node silently keeps the first of two Authorization headers; a proxy in between may have used the other. */
function carriesTwoCredentials({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === HEADER.length && name.toLowerCase() === HEADER) count += 1;
  }
  return count > 1;
}
