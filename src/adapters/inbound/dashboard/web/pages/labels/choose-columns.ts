import { DEFAULT_LABEL } from '../../../../../../domain/prompts/prompt.ts';
import { type BoardPrompt, countLabels } from '../../api/labels/board-prompt.ts';

const DEFAULT_COLUMNS_MAX = 5;

/** The most frequent labels, the default label first, so that the columns of most accounts are all their labels. */
export function chooseColumns(prompts: readonly BoardPrompt[]): readonly string[] {
  const counts = countLabels(prompts);
  counts.delete(DEFAULT_LABEL);
  const frequent = [...counts]
    .sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
    .slice(0, DEFAULT_COLUMNS_MAX - 1)
    .map(([label]) => label)
    .sort();
  return [DEFAULT_LABEL, ...frequent];
}
