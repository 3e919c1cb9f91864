import { type ChangeType, changeTypes } from '../../../../../../domain/changes/change.ts';
import { parsePromptSelector } from '../../../../../../domain/changes/change-filter.ts';
import { parseLabel } from '../../../../../../domain/naming/label.ts';

/** The filters of the activity page. An empty one matches every change. */
export interface ActivityFilters {
  readonly types: readonly ChangeType[];
  /** The id or the name of a prompt, or a folder such as `support/*`. */
  readonly prompt: string;
  readonly labels: readonly string[];
}

/** Reads the filters from the address. Missing and invalid values do not filter. */
export function readActivityFilters(params: URLSearchParams): ActivityFilters {
  const types = params.getAll('type');
  const prompt = params.get('prompt') ?? '';
  const labels = params.getAll('label').filter((label) => parseLabel(label));
  return {
    types: changeTypes.filter((type) => types.includes(type)),
    prompt: parsePromptSelector(prompt) ? prompt : '',
    labels: [...new Set(labels)],
  };
}

/** Writes the query of the page's address and of the API. */
export function writeActivityFilters({ types, prompt, labels }: ActivityFilters): URLSearchParams {
  const params = new URLSearchParams();
  for (const type of types) params.append('type', type);
  if (prompt !== '') params.set('prompt', prompt);
  for (const label of labels) params.append('label', label);
  return params;
}

export const hasActivityFilters = (filters: ActivityFilters): boolean => writeActivityFilters(filters).size > 0;
