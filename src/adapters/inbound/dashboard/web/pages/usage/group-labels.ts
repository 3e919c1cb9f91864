import { usePromptNames } from '../../api/prompt-names.ts';
import type { GroupBy } from '../../api/stats.ts';

interface GroupLabel {
  readonly label: string;
  /** Where there is a page about it. */
  readonly href?: string;
}

/** How to call a group on the page: prompts by their name instead of their id. */
export function useGroupLabels(groupBy: GroupBy, groups: readonly string[]): (group: string) => GroupLabel {
  const { data: names, isPlaceholderData } = usePromptNames(groupBy === 'prompt' ? groups : []);
  if (groupBy !== 'prompt') return (group) => ({ label: group });
  return (id) => {
    const name = names?.[id];
    if (name !== undefined) return { label: name, href: `/prompts/${id}` };
    // Only a whole answer tells that there is no such prompt.
    return { label: names && !isPlaceholderData ? `deleted prompt ${id}` : id };
  };
}
