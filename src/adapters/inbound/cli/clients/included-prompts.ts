import { type IncludeTarget, printIncludeTarget } from '../../../../domain/naming/include-target.ts';
import { type ContentInput, parseContent, templatesOf } from '../../../../domain/templates/prompt-content.ts';
import { INCLUDE_DEPTH_MAX } from '../../../../domain/templates/render-template.ts';
import type { Template } from '../../../../domain/templates/template.ts';
import { includeTargets } from '../../../../domain/templates/template-uses.ts';
import type { ApiClient } from '../prompts/api/api-client.ts';
import { ApiFailure } from '../prompts/api/api-failure.ts';
import { remotePrompt } from '../prompts/api/prompt-responses.ts';
import { type SelectedPrompt, toSelected } from './selected-prompts.ts';

/** An include whose target does not exist. */
export interface MissingInclude {
  readonly includer: string;
  readonly target: string;
}

/** Far more than an account has prompts; a service that sends more of them never stops. */
const INCLUDES_MAX = 200_000;
const REQUESTS_AT_A_TIME = 8;

/**
 * Loads everything that prompts include, directly or not, by the key of each include. Prompts that are known already are
 * not requested again. May throw ApiFailure.
 */
export async function loadIncludes(
  api: ApiClient,
  selected: readonly SelectedPrompt[],
  known: ReadonlyMap<string, SelectedPrompt>,
): Promise<{ readonly loaded: ReadonlyMap<string, SelectedPrompt>; readonly missing: readonly MissingInclude[] }> {
  const loaded = new Map(known);
  const missing: MissingInclude[] = [];
  let includers = selected;
  // Rendering stops at this depth, so that nothing below it is ever needed.
  for (let depth = 0; depth < INCLUDE_DEPTH_MAX && includers.length > 0; depth += 1) {
    const wanted = findWanted(includers, loaded);
    if (loaded.size + wanted.length > INCLUDES_MAX) {
      throw new ApiFailure(1, `The prompts include more than ${INCLUDES_MAX} others: is PROMPTHOLD_URL right?`);
    }
    const next: SelectedPrompt[] = [];
    for (const { include, prompt } of await readAll(api, wanted)) {
      if (prompt) {
        loaded.set(include.key, prompt);
        next.push(prompt);
      } else missing.push({ includer: include.includer, target: include.key });
    }
    includers = next;
  }
  return { loaded, missing };
}

/** Empty if the content is no valid template, which the service would not have published. */
export function templatesIn(content: ContentInput): readonly Template[] {
  // Content of version 0.1 may have more tags than are allowed now.
  const parsed = parseContent(content, Number.POSITIVE_INFINITY);
  return parsed.kind === 'content' ? templatesOf(parsed.template) : [];
}

interface WantedInclude {
  readonly includer: string;
  readonly key: string;
  readonly target: IncludeTarget;
}

function findWanted(
  includers: readonly SelectedPrompt[],
  loaded: ReadonlyMap<string, SelectedPrompt>,
): readonly WantedInclude[] {
  const wanted = new Map<string, WantedInclude>();
  for (const { remote } of includers) {
    for (const target of includeTargets(templatesIn(remote.prompt.content))) {
      const key = printIncludeTarget(target);
      if (!loaded.has(key) && !wanted.has(key)) wanted.set(key, { includer: remote.prompt.name, key, target });
    }
  }
  return [...wanted.values()];
}

async function readAll(api: ApiClient, wanted: readonly WantedInclude[]) {
  const results: { readonly include: WantedInclude; readonly prompt: SelectedPrompt | undefined }[] = [];
  for (let start = 0; start < wanted.length; start += REQUESTS_AT_A_TIME) {
    const batch = wanted.slice(start, start + REQUESTS_AT_A_TIME);
    const read = async (include: WantedInclude) => ({ include, prompt: await readTarget(api, include.target) });
    results.push(...(await Promise.all(batch.map(read))));
  }
  return results;
}

/** Undefined when there is no such prompt, version or label. */
async function readTarget(api: ApiClient, { name, selector }: IncludeTarget): Promise<SelectedPrompt | undefined> {
  const query = new URLSearchParams();
  if (selector?.by === 'label') query.set('label', selector.label);
  if (selector?.by === 'version') query.set('version', String(selector.version));
  const path = `/api/prompts/${encodeURIComponent(name)}`;
  try {
    const { raw, data } = await api.read(remotePrompt, query.size === 0 ? path : `${path}?${query}`);
    return toSelected(raw, data);
  } catch (error) {
    if (error instanceof ApiFailure && error.fields.code?.endsWith('_not_found')) return undefined;
    throw error;
  }
}
