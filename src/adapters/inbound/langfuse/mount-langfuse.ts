import type { AuthenticateKey } from '../../../application/keys/authenticate-key.ts';
import { BEARER_OR_BASIC } from '../http/compatible/foreign-key.ts';
import { type CompatibleApi, mountCompatible } from '../http/compatible/mount-compatible.ts';
import type { Handle } from '../http/request/route.ts';
import type { Extension } from '../http/server/app.ts';
import { langfuseErrors } from './langfuse-errors.ts';

export interface LangfuseUseCases {
  readonly authenticateKey: AuthenticateKey;
}

const PREFIX = '/api/public';

/** The release of Langfuse that the API follows, so that clients that look at it expect the right one. */
const HEALTH = { status: 'OK', version: '3.0.0-prompthold' };

const reportHealth = (): Handle => (ctx) => {
  ctx.body = HEALTH;
};

const langfuseApi: CompatibleApi<LangfuseUseCases> = {
  path: PREFIX,
  via: 'langfuse',
  keyTransport: BEARER_OR_BASIC,
  vary: 'Authorization',
  errorShape: langfuseErrors,
  unknownPath: 'Prompthold serves only the prompts part of this API',
  routes: [
    {
      operation: { method: 'get', path: `${PREFIX}/health`, ignoresQuery: true },
      guard: 'public',
      handle: reportHealth,
    },
  ],
};

/** Mounts the part of the Langfuse API that is about prompts. */
export const mountLangfuse = (useCases: LangfuseUseCases): Extension => mountCompatible(langfuseApi, useCases);
