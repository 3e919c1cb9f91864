import { PromptholdError, Unauthorized, Unavailable } from '../errors.ts';
import type { Settings } from '../options/read-options.ts';
import { VERSION } from '../version.ts';
import { ApiConnection, type Failure } from './api-connection.ts';
import type { KeyHolder } from './key-holder.ts';
import { parseBody } from './parse-body.ts';

/** The connection of an application. Bodies are parsed; undefined when they are no JSON. */
export type HttpApi = ApiConnection<unknown>;

export const connectApi = (
  { url, fetch, clientName }: Pick<Settings, 'url' | 'fetch' | 'clientName'>,
  keys: KeyHolder,
): HttpApi =>
  new ApiConnection<unknown>(
    {
      url,
      fetch,
      toHeaders: (key) => requestHeaders(key, clientName),
      readBody: async (response) => parseBody(await response.text()),
      toError: (failure) => explain(url, failure),
    },
    keys,
  );

export const requestHeaders = (key: string, clientName: string | undefined): Record<string, string> => ({
  Authorization: `Bearer ${key}`,
  Accept: 'application/json',
  'User-Agent': `prompthold-client/${VERSION}`,
  ...(clientName === undefined ? {} : { 'X-Client-Name': clientName }),
});

function explain(url: string, failure: Failure): PromptholdError {
  switch (failure.kind) {
    case 'unauthorized':
      return new Unauthorized('unauthorized', `${url} does not accept the key.`, { status: 401 });
    case 'timeout':
      return new Unavailable('timeout', `${url} did not respond within ${failure.timeoutMs} ms.`);
    case 'unreachable':
      return new Unavailable('unreachable', `${url} cannot be reached (${describeFetchError(failure.error)}).`);
    case 'redirected': {
      const { status, location } = failure;
      const message = `${url} redirects to ${originOf(location, url)}. Set that as url: the key is sent to no other host.`;
      return new PromptholdError('redirected', message, { status });
    }
  }
}

/** Leaves out the rest of the address, which may contain secrets. */
function originOf(location: string | null, base: string): string {
  return location !== null && URL.canParse(location, base) ? new URL(location, base).origin : 'another address';
}

/** A code such as ECONNREFUSED, or a name. Never a message of an unknown error, which may contain anything. */
function describeFetchError(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string')
    return cause.code;
  return cause instanceof Error ? cause.name : 'unknown error';
}
