import type { IncomingMessage } from 'node:http';
import { ApiKey } from '../../../../domain/accounts/api-key.ts';
import { isRepeated } from '../request/repeated-header.ts';

const SCHEME = /^bearer (.*)$/i;

/** Undefined when the request carries no key, more than one credential, or something else. */
export function bearerKey(request: IncomingMessage): ApiKey | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined || isRepeated(request, 'authorization')) return undefined;
  const [, text = ''] = SCHEME.exec(authorization) ?? [];
  return ApiKey.parse(text);
}

export const carriesCredential = (request: IncomingMessage): boolean => request.headers.authorization !== undefined;
