import type { AuthenticateKey } from '../../../../application/keys/authenticate-key.ts';
import type { Extension, HttpSettings } from '../../api/app.ts';
import { type CompatibleApi, mountCompatible } from '../mount-compatible.ts';
import { BEARER_OR_BASIC } from '../tool-credentials.ts';
import { type PromptServices, readPrompt } from './prompt-handler.ts';

export interface LitellmUseCases extends Omit<PromptServices, keyof HttpSettings> {
  readonly authenticateKey: AuthenticateKey;
}

const PATH = '/beta/litellm_prompt_management';

const litellmApi: CompatibleApi<LitellmUseCases> = {
  path: PATH,
  via: 'litellm',
  keyTransport: BEARER_OR_BASIC,
  vary: 'Authorization',
  routes: [
    {
      operation: { method: 'get', path: PATH, ignoresQuery: true },
      guard: 'key',
      needsRevision: true,
      cacheControl: 'private, no-cache',
      handle: readPrompt,
    },
  ],
};

/** Mounts the endpoint that LiteLLM reads prompts from: its generic prompt management. */
export const mountLitellm = (useCases: LitellmUseCases): Extension => mountCompatible(litellmApi, useCases);
