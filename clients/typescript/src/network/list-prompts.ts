import { NO_ETAG } from '../../../../src/domain/snapshots/snapshot.ts';
import { isObject, type JsonObject } from '../../../../src/domain/text/json.ts';
import type { PreloadOptions } from '../client-options.ts';
import { parseDocument } from '../prompts/prompt-document.ts';
import type { HttpApi } from './http-api.ts';
import { readPages } from './read-pages.ts';
import type { ReadDocument } from './read-prompt.ts';
import type { StopSignal } from './reject-when.ts';
import { toError } from './response-error.ts';

export interface ListRequest extends Pick<PreloadOptions, 'tag' | 'folder' | 'label'> {
  readonly signal?: StopSignal | undefined;
  readonly url: string;
  /** Time limit of one page. */
  readonly timeoutMs: number;
}

export interface ListedPage {
  readonly prompts: readonly ReadDocument[];
  /** How many keys had been rejected when the request began. */
  readonly rejections: number;
}

const PAGE_SIZE = 200;

/** Every page of the selected prompts with their content. Throws if one cannot be read. */
export async function* listPrompts(api: HttpApi, request: ListRequest): AsyncGenerator<ListedPage> {
  const { tag = [], folder, label } = request;
  const query = new URLSearchParams({ include: 'content', limit: String(PAGE_SIZE) });
  for (const each of [tag].flat()) query.append('tag', each);
  if (folder !== undefined) query.set('folder', folder);
  if (label !== undefined) query.set('label', label);
  for await (const page of readPages('/api/prompts', query, (path) => readPage(api, path, request))) {
    yield { prompts: page.data.flatMap(toListed), rejections: page.rejections };
  }
}

async function readPage(api: HttpApi, path: string, { timeoutMs, signal, url }: ListRequest) {
  const response = await api.send({ path, timeoutMs, signal });
  const { status, body, rejections } = response;
  const page = status === 200 && isObject(body) ? body : undefined;
  if (!page || !Array.isArray(page['data'])) throw toError(response, url);
  return { data: page['data'] as readonly JsonObject[], nextCursor: page['nextCursor'], rejections };
}

function toListed(prompt: JsonObject): readonly ReadDocument[] {
  const document = isObject(prompt) ? parseDocument(prompt) : undefined;
  return document ? [{ document, prompt, etag: NO_ETAG }] : [];
}
