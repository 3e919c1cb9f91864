import type { AuthenticateKey } from '../../../../application/keys/authenticate-key.ts';
import type { Extension, HttpSettings } from '../../api/app.ts';
import type { IdentityState } from '../../http/request/request-state.ts';
import { atPrefix, type Handle, type Route } from '../../http/routes/route.ts';
import { type CompatibleApi, type CompatibleServices, mountCompatible } from '../mount-compatible.ts';
import { BEARER_OR_BASIC } from '../tool-credentials.ts';
import { langfuseErrors } from './langfuse-errors.ts';
import { presentProjects } from './present-langfuse.ts';
import { listPrompts, type ReadServices, readPrompt } from './read-handlers.ts';
import { addLabels, createPrompt, deletePrompt, type WriteServices } from './write-handlers.ts';

export interface LangfuseUseCases
  extends Omit<ReadServices, keyof HttpSettings>,
    Omit<WriteServices, keyof HttpSettings | 'actorOf'> {
  readonly authenticateKey: AuthenticateKey;
}

const PREFIX = '/api/public';

/** Clients look at the release of Langfuse that the API follows. */
const HEALTH = { status: 'OK', version: '3.0.0-prompthold' };

const reportHealth = (): Handle => (ctx) => {
  ctx.body = HEALTH;
};

const listProjects = (): Handle<IdentityState> => (ctx) => {
  ctx.body = presentProjects(ctx.state.account);
};

/** Unknown parameters are ignored, as in Langfuse. */
const at = (method: 'get' | 'post' | 'patch' | 'delete', path: string) => ({ method, path, ignoresQuery: true });

/** Caches may store a response but must revalidate it before each use. */
const REVALIDATED = { guard: 'key', cacheControl: 'private, no-cache' } as const;

const routes: readonly Route<CompatibleServices<LangfuseUseCases>, 'public' | 'key'>[] = [
  { ...REVALIDATED, operation: at('get', '/v2/prompts/{*name}'), needsRevision: true, handle: readPrompt },
  { ...REVALIDATED, operation: at('get', '/v2/prompts'), needsRevision: true, handle: listPrompts },
  { ...REVALIDATED, operation: at('post', '/v2/prompts'), handle: createPrompt },
  { ...REVALIDATED, operation: at('patch', '/v2/prompts/{*name}/versions/{version}'), handle: addLabels },
  { ...REVALIDATED, operation: at('delete', '/v2/prompts/{*name}'), handle: deletePrompt },
  { ...REVALIDATED, operation: at('get', '/projects'), handle: listProjects },
  { guard: 'public', operation: at('get', '/health'), handle: reportHealth },
];

const langfuseApi: CompatibleApi<LangfuseUseCases> = {
  path: PREFIX,
  via: 'langfuse',
  keyTransport: BEARER_OR_BASIC,
  vary: 'Authorization, X-Langfuse-Sdk-Name',
  errorShape: langfuseErrors,
  unknownPath: 'Prompthold serves only the prompts part of this API',
  routes: atPrefix(PREFIX, routes),
};

/** Mounts the part of the Langfuse API that is about prompts, for its SDKs to use unchanged. */
export const mountLangfuse = (useCases: LangfuseUseCases): Extension => mountCompatible(langfuseApi, useCases);
