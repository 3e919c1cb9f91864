import type { PromptName } from '../../../../domain/prompts/naming/prompt-name.ts';
import type { ApiAccess } from '../host/command-services.ts';
import { ApiClient, type ApiResponse, type ListLimits } from './api/api-client.ts';
import { type ApiRefusal, refusal } from './api/api-failure.ts';
import { publication, type RemotePrompt, remotePrompt } from './api-responses.ts';
import type { WrittenPrompt } from './files/prompt-file.ts';

/** Which prompts to list, and which version of each. */
export interface PromptChoice {
  readonly label?: string | undefined;
  readonly archived?: 'any' | undefined;
}

export interface Publication {
  /** Set on the version that the prompt then has. */
  readonly labels: readonly string[];
  /** Why the version exists. */
  readonly message: string | undefined;
}

export type PublishOutcome =
  | { readonly kind: 'published'; readonly isNew: boolean; readonly unchanged: boolean; readonly version: number }
  | { readonly kind: 'refused'; readonly refusal: ApiRefusal };

/** A page of nothing but the largest prompts is then some 13 MB. */
const PAGE_LIMIT = '50';

/** The part of the HTTP API that prompts as files need. Every method may throw ApiFailure. */
export class PromptApi {
  readonly #client: ApiClient;

  constructor(access: ApiAccess, limits?: ListLimits) {
    this.#client = new ApiClient(access, limits);
  }

  async *prompts({ label, archived }: PromptChoice): AsyncGenerator<RemotePrompt> {
    const query = new URLSearchParams({ include: 'content', limit: PAGE_LIMIT });
    if (label !== undefined) query.set('label', label);
    if (archived !== undefined) query.set('archived', archived);
    for await (const { data } of this.#client.pages(remotePrompt, '/api/prompts', query)) yield* data;
  }

  async publish(name: PromptName, prompt: WrittenPrompt, { labels, message }: Publication): Promise<PublishOutcome> {
    const { content, variables, config, description, tags } = prompt;
    // What is undefined is left out of JSON, and what is left out stays or is inferred.
    const body = { ...content, variables, config, description, tags, labels: labels.length > 0 ? labels : undefined };
    const response = await this.#client.call(`/api/prompts/${encodeURIComponent(name)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, message }),
    });
    if (response.status !== 200 && response.status !== 201) return { kind: 'refused', refusal: toRefusal(response) };
    return { kind: 'published', isNew: response.status === 201, ...this.#client.parse(publication, response).data };
  }
}

const toRefusal = ({ status, body }: ApiResponse): ApiRefusal =>
  refusal.safeParse(body).data ?? { error: `HTTP ${status} without a reason` };
