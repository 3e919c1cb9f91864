import type { LabelOrLatest } from '../../../../domain/naming/label.ts';
import type { Tag } from '../../../../domain/naming/tag.ts';
import { DEFAULT_LABEL } from '../../../../domain/prompts/prompt.ts';
import { type LockedVersions, lockedVersionsIn } from '../../../../domain/snapshots/locked-versions.ts';
import { keysOfListed } from '../../../../domain/snapshots/snapshot.ts';
import { isObject, type JsonObject } from '../../../../domain/text/json.ts';
import { readLabel, readTag } from '../host/read-options.ts';
import type { ApiClient } from '../prompts/api/api-client.ts';
import { type RemotePrompt, remotePrompt } from '../prompts/api/prompt-responses.ts';

/** The options that select prompts and their versions. */
export interface SelectionOptions {
  readonly label?: string;
  readonly tag?: readonly string[];
}

export interface Selection {
  /** Undefined for the default rule: production, else the newest. */
  readonly label: LabelOrLatest | undefined;
  /** A prompt must have all of them. */
  readonly tags: readonly Tag[];
}

/** A prompt with one version: as the service sent it, and parsed. */
export interface SelectedPrompt {
  readonly raw: JsonObject;
  readonly remote: RemotePrompt;
  /** Undefined if it was not read by a locked label. */
  readonly lock: LockedVersions | undefined;
}

const PAGE_ITEMS_MAX = '200';

/** Throws WrongUsage. */
export function readSelection({ label, tag = [] }: SelectionOptions): Selection {
  return { label: label === undefined ? undefined : readLabel(label), tags: tag.map(readTag) };
}

/** Describes a selection: ` with the label production and the tag checkout`; empty if everything is selected. */
export function describeSelection({ label, tags }: Selection): string {
  const parts = [...(label === undefined ? [] : [`label ${label}`]), ...tags.map((tag) => `tag ${tag}`)];
  return parts.length === 0 ? '' : ` with the ${parts.join(' and the ')}`;
}

export const countPrompts = (count: number): string => (count === 1 ? '1 prompt' : `${count} prompts`);

/** Lists prompts by name, without archived ones and those that do not have the label. May throw ApiFailure. */
export async function listSelected(api: ApiClient, { label, tags }: Selection): Promise<readonly SelectedPrompt[]> {
  const query = new URLSearchParams({ include: 'content', limit: PAGE_ITEMS_MAX });
  if (label !== undefined) query.set('label', label);
  for (const tag of tags) query.append('tag', tag);
  const selected = new Map<string, SelectedPrompt>();
  for await (const { data, raw } of api.pages(remotePrompt, '/api/prompts', query)) {
    data.forEach((remote, index) => {
      // A prompt that is renamed while pages are read can be on two of them.
      selected.set(remote.prompt.name, toSelected(raw[index], remote));
    });
  }
  return [...selected.values()].sort((one, other) => (one.remote.prompt.name < other.remote.prompt.name ? -1 : 1));
}

/** Indexes prompts by the keys under which a snapshot has them, which are those that includes use. */
export function indexByKey(
  selected: readonly SelectedPrompt[],
  { label }: Selection,
): ReadonlyMap<string, SelectedPrompt> {
  return new Map(
    selected.flatMap((prompt) => {
      const { prompt: named, labels } = prompt.remote;
      const isInProduction = labels.has(DEFAULT_LABEL);
      return keysOfListed({ name: named.name, isInProduction }, label).map((key) => [key, prompt] as const);
    }),
  );
}

export function toSelected(response: unknown, remote: RemotePrompt): SelectedPrompt {
  const raw = isObject(response) ? response : {};
  return { raw, remote, lock: lockedVersionsIn(raw) };
}
