import { LABELS_MAX, type Label } from '../naming/label.ts';
import { type PromptName, type PromptReference, parsePromptName, parsePromptReference } from '../naming/prompt-name.ts';
import { type Change, type ChangeType, changeTypes } from './change.ts';

/** One prompt, or all prompts in a folder and in the folders below it. */
export type PromptSelector = PromptReference | { readonly by: 'folder'; readonly prefix: string };

/** Every list that is not empty must match: one of its members does. */
export interface ChangeFilter {
  readonly types: readonly ChangeType[];
  readonly prompts: readonly PromptSelector[];
  readonly labels: readonly Label[];
}

export const ALL_CHANGES: ChangeFilter = { types: [], prompts: [], labels: [] };

export const FILTER_TYPES_MAX = changeTypes.length;
export const FILTER_PROMPTS_MAX = 20;
export const FILTER_LABELS_MAX = LABELS_MAX;

const FOLDER_SUFFIX = '/*';

/** An id, a name, or `folder/*`. */
export function parsePromptSelector(text: string): PromptSelector | undefined {
  if (!text.endsWith(FOLDER_SUFFIX)) return parsePromptReference(text);
  const prefix = text.slice(0, -1);
  // A folder is valid if a prompt can be in it.
  return parsePromptName(`${prefix}x`) && { by: 'folder', prefix };
}

export const hasConditions = ({ types, prompts, labels }: ChangeFilter): boolean =>
  types.length + prompts.length + labels.length > 0;

/** A change without a prompt matches no filter for prompts, and one that moves no label matches no filter for labels. */
export const matchesFilter = (change: Change, { types, prompts, labels }: ChangeFilter): boolean =>
  (types.length === 0 || types.includes(change.type)) &&
  (prompts.length === 0 || prompts.some((selector) => matchesPrompt(change, selector))) &&
  (labels.length === 0 || (change.type === 'label.moved' && labels.includes(change.data.label)));

/** A selector by name matches a rename under both names: a follower of the old name learns where the prompt went. */
function matchesPrompt(change: Change, selector: PromptSelector): boolean {
  if (change.type === 'protection.changed') return false;
  if (selector.by === 'id') return change.data.promptId === selector.id;
  return namesOf(change).some((name) =>
    selector.by === 'name' ? name === selector.name : name.startsWith(selector.prefix),
  );
}

function namesOf(change: Exclude<Change, { readonly type: 'protection.changed' }>): readonly PromptName[] {
  const { name } = change.data;
  const previous = change.type === 'prompt.changed' ? change.data.previousName : undefined;
  return previous === undefined ? [name] : [name, previous];
}
