import {
  type IncludeTarget,
  parseIncludeTarget,
  printIncludeTarget,
} from '../../../../domain/naming/include-target.ts';
import { followLock } from '../../../../domain/snapshots/locked-versions.ts';
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
 * Loads everything that prompts include, directly or not, by the key of each include: of prompts that were read by a locked
 * label, the versions that the lock names. Prompts that are known already are not requested again. May throw ApiFailure.
 */
export async function loadIncludes(
  api: ApiClient,
  selected: readonly SelectedPrompt[],
  known: ReadonlyMap<string, SelectedPrompt>,
): Promise<{ readonly loaded: ReadonlyMap<string, SelectedPrompt>; readonly missing: readonly MissingInclude[] }> {
  const loaded = new Map(known);
  const missing: MissingInclude[] = [];
  async function load(includes: readonly WantedInclude[]): Promise<void> {
    const wanted = includes.filter(({ key }) => !loaded.has(key));
    if (loaded.size + wanted.length > INCLUDES_MAX) {
      throw new ApiFailure(1, `The prompts include more than ${INCLUDES_MAX} others: is PROMPTHOLD_URL right?`);
    }
    for (const { include, prompt } of await readAll(api, wanted)) {
      if (prompt) loaded.set(include.key, prompt);
      else missing.push({ includer: include.includer, target: include.key });
    }
  }
  let includers = selected.filter(({ lock }) => !lock);
  const expanded = new Set(includers);
  // Rendering stops at this depth, so that nothing below it is ever needed.
  for (let depth = 0; depth < INCLUDE_DEPTH_MAX && includers.length > 0; depth += 1) {
    const includes = findIncludes(includers, includedBy);
    await load(includes);
    // A locked prompt is expanded only where another one includes it: then its lock does not count.
    const reached = includes.flatMap(({ key }) => loaded.get(key) ?? []);
    includers = reached.filter((prompt) => !expanded.has(prompt));
    for (const prompt of includers) expanded.add(prompt);
  }
  await load(findIncludes(selected, lockedBy));
  return { loaded, missing };
}

const includedBy = ({ remote }: SelectedPrompt): readonly IncludeTarget[] =>
  includeTargets(templatesIn(remote.prompt.content));

/** A lock names everything that the prompt includes, directly or not. */
const lockedBy = ({ lock }: SelectedPrompt): readonly IncludeTarget[] =>
  [...(lock?.keys() ?? [])].flatMap((include) => {
    const target = parseIncludeTarget(include);
    return (target && followLock(target, lock)) ?? [];
  });

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

function findIncludes(
  includers: readonly SelectedPrompt[],
  targetsOf: (includer: SelectedPrompt) => readonly IncludeTarget[],
): readonly WantedInclude[] {
  const includes = new Map<string, WantedInclude>();
  for (const includer of includers) {
    for (const target of targetsOf(includer)) {
      const key = printIncludeTarget(target);
      if (!includes.has(key)) includes.set(key, { includer: includer.remote.prompt.name, key, target });
    }
  }
  return [...includes.values()];
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
