import type { IncomingMessage } from 'node:http';
import { ApiKey } from '../../../../domain/accounts/api-key.ts';
import { isRepeated } from '../request/repeated-header.ts';

const SCHEME = /^bearer (.*)$/i;

/** How requests to an API carry a key. */
export interface KeyTransport {
  /** Undefined when the request carries no key, more than one credential, or something else. */
  readonly readKey: (request: IncomingMessage) => ApiKey | undefined;
  readonly carriesCredential: (request: IncomingMessage) => boolean;
}

/** Undefined when the request carries no key, more than one credential, or something else. */
export function bearerKey(request: IncomingMessage): ApiKey | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined || isRepeated(request, 'authorization')) return undefined;
  const [, text = ''] = SCHEME.exec(authorization) ?? [];
  return ApiKey.parse(text);
}

export const carriesCredential = (request: IncomingMessage): boolean => request.headers.authorization !== undefined;

export const BEARER_ONLY: KeyTransport = { readKey: bearerKey, carriesCredential };
