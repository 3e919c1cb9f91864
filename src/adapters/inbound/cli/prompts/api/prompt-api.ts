import { z } from 'zod';
import { JSON_TYPE } from '../../../../../../clients/typescript/src/network/api-connection.ts';
import type { PromptName } from '../../../../../domain/naming/prompt-name.ts';
import { NO_STATE, strongEtag } from '../../../../text/strong-etag.ts';
import type { ApiAccess } from '../../host/command-services.ts';
import type { WrittenPrompt } from '../files/prompt-file.ts';
import { ApiClient, type ApiResponse, type ListLimits } from './api-client.ts';
import { type ApiRefusal, refusal } from './api-failure.ts';
import { keyOwner, onePrompt, publication, type RemotePrompt, remotePrompt, versionHash } from './prompt-responses.ts';

/** `new`: only if there is no such prompt. A revision: only if the prompt has not changed since. */
export type WriteCondition = 'new' | Pick<RemotePrompt, 'id' | 'revision'>;

export interface Publication {
  /** Set on the version that the prompt then has. */
  readonly labels: readonly string[];
  /** Why the version exists. */
  readonly message: string | undefined;
  /** Even if it breaks callers. */
  readonly force: boolean;
  readonly condition: WriteCondition | undefined;
}

/** A description or tags to be replaced; what is absent stays. */
export type MetadataChange = Pick<WrittenPrompt, 'description' | 'tags'>;

export interface LabelTarget {
  readonly version: number;
  readonly message: string | undefined;
  /** Moves the label even if that breaks callers. */
  readonly force: boolean;
}

export interface PublishedVersion {
  readonly id: string;
  readonly version: number;
  readonly hash: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** `stale`: the condition does not hold, and nothing was changed. */
export type NotWritten = { readonly kind: 'stale' } | { readonly kind: 'refused'; readonly refusal: ApiRefusal };

export type PublishOutcome =
  | (PublishedVersion & { readonly kind: 'published'; readonly isNew: boolean; readonly unchanged: boolean })
  | NotWritten;

/** A page of nothing but the largest prompts is then some 13 MB. */
const PAGE_LIMIT = '50';
/** Versions are listed without their content. */
const VERSIONS_PAGE_LIMIT = '200';

/** The part of the HTTP API that prompts as files need. Every method may throw ApiFailure. */
export class PromptApi {
  readonly #client: ApiClient;

  constructor(access: ApiAccess, limits?: ListLimits) {
    this.#client = new ApiClient(access, limits);
  }

  /** The id of the account that the key belongs to. */
  async account(): Promise<string> {
    const response = await this.#client.call({ path: '/api/auth/token' });
    if (response.status !== 200) throw this.#client.unexpected(response);
    return this.#client.parse(keyOwner, response).userId;
  }

  /** The label selects prompts, and the version of each. */
  async *prompts(label?: string, archived?: 'any'): AsyncGenerator<RemotePrompt> {
    const query = new URLSearchParams({ include: 'content', limit: PAGE_LIMIT });
    if (label !== undefined) query.set('label', label);
    if (archived !== undefined) query.set('archived', archived);
    for await (const { data } of this.#client.pages(remotePrompt, '/api/prompts', query)) yield* data;
  }

  /** The newest version of one prompt; undefined when there is no such prompt. */
  async newest(name: PromptName): Promise<RemotePrompt | undefined> {
    const response = await this.#client.call({ path: `${pathOf(name)}?label=latest` });
    if (response.status === 404) return undefined;
    if (response.status !== 200) throw this.#client.unexpected(response);
    return this.#client.parse(onePrompt, response).data;
  }

  /** The newest version with this hash among those after a given one. */
  async findVersion(id: string, hash: string, after: number): Promise<number | undefined> {
    const query = new URLSearchParams({ limit: VERSIONS_PAGE_LIMIT });
    for await (const { data } of this.#client.pages(versionHash, `${pathOf(id)}/versions`, query)) {
      for (const item of data) {
        if (item.version <= after) return undefined;
        if (item.hash === hash) return item.version;
      }
    }
    return undefined;
  }

  async publish(name: PromptName, prompt: WrittenPrompt, request: Publication): Promise<PublishOutcome> {
    const { content, variables, config, description, tags } = prompt;
    const { labels, message, force, condition } = request;
    // JSON leaves out what is undefined. Fields that are left out stay or are inferred.
    const body = { ...content, variables, config, description, tags, labels: labels.length > 0 ? labels : undefined };
    const response = await this.#write('PUT', pathOf(name), { ...body, message, force: force || undefined }, condition);
    if (response.status !== 200 && response.status !== 201) return toNotWritten(response);
    return { kind: 'published', isNew: response.status === 201, ...this.#client.parse(publication, response).data };
  }

  /** Undefined when it was done. */
  async changeMetadata(remote: RemotePrompt, change: MetadataChange, condition: WriteCondition | undefined) {
    const { description, tags } = change;
    const response = await this.#write('PATCH', pathOf(remote.id), { description, tags }, condition);
    return response.status === 200 ? undefined : toNotWritten(response);
  }

  /** Undefined when it was done. */
  async moveLabel(id: string, label: string, { version, message, force }: LabelTarget) {
    const body = { version, message, force: force || undefined };
    const response = await this.#write('PUT', `${pathOf(id)}/labels/${label}`, body, undefined);
    return response.status === 200 ? undefined : toNotWritten(response);
  }

  async #write(method: 'PUT' | 'PATCH', path: string, body: object, condition: WriteCondition | undefined) {
    const given = await this.#conditionHeaders(condition);
    return this.#client.call({ method, path, headers: { ...JSON_TYPE, ...given }, body: JSON.stringify(body) });
  }

  /** Reads the ETag, because a list has none of its prompts. */
  async #conditionHeaders(condition: WriteCondition | undefined): Promise<Readonly<Record<string, string>>> {
    if (condition === undefined) return {};
    if (condition === 'new') return { 'if-none-match': '*' };
    const response = await this.#client.call({ path: `${pathOf(condition.id)}?label=latest` });
    const isUnchanged = revisionOf.safeParse(response.body.json).data?.data.revision === condition.revision;
    return { 'if-match': isUnchanged ? strongEtag(response.headers.get('etag')) : NO_STATE };
  }
}

const pathOf = (reference: string): string => `/api/prompts/${encodeURIComponent(reference)}`;

const revisionOf = z.object({ data: z.object({ revision: z.int() }) });

function toNotWritten({ status, body }: ApiResponse): NotWritten {
  if (status === 412) return { kind: 'stale' };
  return {
    kind: 'refused',
    refusal: refusal.safeParse(body.json).data ?? { error: `HTTP ${status} without a reason` },
  };
}
