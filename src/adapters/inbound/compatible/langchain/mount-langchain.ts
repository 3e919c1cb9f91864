import type { AuthenticateKey } from '../../../../application/keys/authenticate-key.ts';
import type { Extension, HttpSettings } from '../../api/app.ts';
import { type CompatibleApi, mountCompatible } from '../mount-compatible.ts';
import { ANY_HEADER } from '../tool-credentials.ts';
import { type PullServices, pullPrompt } from './pull-handler.ts';
import { listRepos, type RepoServices, readRepo } from './repo-handlers.ts';

export interface LangchainUseCases extends Omit<PullServices & RepoServices, keyof HttpSettings> {
  readonly authenticateKey: AuthenticateKey;
}

const PREFIX = '/api/hub';

const REVALIDATED = { guard: 'key', needsRevision: true, cacheControl: 'private, no-cache' } as const;

const langchainApi: CompatibleApi<LangchainUseCases> = {
  path: PREFIX,
  via: 'langchain',
  keyTransport: ANY_HEADER,
  vary: 'Authorization, X-Api-Key, User-Agent',
  unknownPath:
    'Prompthold serves only reads of prompts to LangChain. Write prompts with its own API or in the dashboard.',
  routes: [
    {
      operation: { method: 'get', path: `${PREFIX}/commits/{owner}/{name}/{commit}`, ignoresQuery: true },
      ...REVALIDATED,
      handle: pullPrompt,
    },
    {
      operation: { method: 'get', path: `${PREFIX}/repos/{owner}/{name}`, ignoresQuery: true },
      ...REVALIDATED,
      handle: readRepo,
    },
    {
      operation: { method: 'get', path: `${PREFIX}/repos`, ignoresQuery: true },
      ...REVALIDATED,
      handle: listRepos,
    },
  ],
};

/** Mounts the parts of the LangChain hub that read prompts. */
export const mountLangchain = (useCases: LangchainUseCases): Extension => mountCompatible(langchainApi, useCases);
