import type { IncomingMessage } from 'node:http';
import { ApiKey } from '../../../domain/accounts/api-key.ts';
import { bearerKey, carriesCredential, type KeyTransport } from '../http/auth/bearer-key.ts';
import { isRepeated } from '../http/request/repeated-header.ts';

const BASIC = /^basic ([A-Za-z0-9+/]+={0,2})$/i;
const API_KEY_HEADER = 'x-api-key';

/** Accepts the key as a Bearer token, or as the password of any user. */
export const BEARER_OR_BASIC: KeyTransport = {
  readKey: (request) => bearerKey(request) ?? basicKey(request),
  carriesCredential,
};

/** Accepts the key in a header of its own as well. A request with two credentials has none. */
export const ANY_HEADER: KeyTransport = {
  readKey: (request) => {
    if (request.headers[API_KEY_HEADER] === undefined) return BEARER_OR_BASIC.readKey(request);
    return carriesCredential(request) ? undefined : headerKey(request);
  },
  carriesCredential: (request) => carriesCredential(request) || request.headers[API_KEY_HEADER] !== undefined,
};

function basicKey(request: IncomingMessage): ApiKey | undefined {
  const [, encoded] = BASIC.exec(request.headers.authorization ?? '') ?? [];
  if (encoded === undefined || isRepeated(request, 'authorization')) return undefined;
  const credentials = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = credentials.indexOf(':');
  return colon === -1 ? undefined : ApiKey.parse(credentials.slice(colon + 1));
}

function headerKey(request: IncomingMessage): ApiKey | undefined {
  const text = request.headers[API_KEY_HEADER];
  return typeof text !== 'string' || isRepeated(request, API_KEY_HEADER) ? undefined : ApiKey.parse(text);
}
