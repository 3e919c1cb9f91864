import type { GroupBy } from '../../api/account/stats.ts';
import { usePromptNames } from '../../api/prompts/prompt-names.ts';

interface GroupLabel {
  readonly label: string;
  /** The page of the group, if it has one. */
  readonly href?: string;
}

/** Labels of the groups: prompts are shown by name instead of id. */
export function useGroupLabels(groupBy: GroupBy, groups: readonly string[]): (group: string) => GroupLabel {
  const isByPrompt = groupBy === 'prompt' || groupBy === 'failedPrompt';
  const { data: names, isPlaceholderData } = usePromptNames(isByPrompt ? groups : []);
  if (!isByPrompt) return (group) => ({ label: group });
  return (id) => {
    const name = names?.[id];
    if (name !== undefined) return { label: name, href: `/prompts/${id}` };
    // Only a complete list proves that the prompt does not exist.
    return { label: names && !isPlaceholderData ? `deleted prompt ${id}` : id };
  };
}
