import type { AuthenticateKey } from '../../../../application/keys/authenticate-key.ts';
import type { Extension, HttpSettings } from '../../api/app.ts';
import { type CompatibleApi, mountCompatible } from '../mount-compatible.ts';
import { ANY_HEADER } from '../tool-credentials.ts';
import { type PullServices, pullPrompt } from './pull-handler.ts';

export interface LangchainUseCases extends Omit<PullServices, keyof HttpSettings> {
  readonly authenticateKey: AuthenticateKey;
}

const PREFIX = '/api/hub';

const langchainApi: CompatibleApi<LangchainUseCases> = {
  path: PREFIX,
  via: 'langchain',
  keyTransport: ANY_HEADER,
  vary: 'Authorization, X-Api-Key, User-Agent',
  unknownPath:
    'Prompthold serves only pulls of prompts to LangChain. Write prompts with its own API or in the dashboard.',
  routes: [
    {
      operation: { method: 'get', path: `${PREFIX}/commits/{owner}/{name}/{commit}`, ignoresQuery: true },
      guard: 'key',
      needsRevision: true,
      cacheControl: 'private, no-cache',
      handle: pullPrompt,
    },
  ],
};

/** Mounts the part of the LangChain hub that `pull` uses. */
export const mountLangchain = (useCases: LangchainUseCases): Extension => mountCompatible(langchainApi, useCases);
