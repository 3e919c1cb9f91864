import type { ApiKey } from '../../../src/domain/accounts/api-key.ts';

/** A service with an account that has no prompts yet. */
export interface PromptService {
  readonly url: string;
  readonly key: ApiKey;
}

export type OpenPromptService = () => Promise<PromptService>;
