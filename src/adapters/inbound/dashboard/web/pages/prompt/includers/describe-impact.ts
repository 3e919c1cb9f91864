import type { z } from 'zod';
import type { impact } from '../../../../../api/prompts/operations/impact-operations.ts';

/** `changes 12 prompts, 1 breaks`; empty if none changes. Locked labels stay as they are. */
export function describeImpact({ data, truncated }: z.infer<typeof impact>): string {
  const changed = data.filter(({ state }) => state === 'follows');
  const count = countPrompts(changed);
  if (count === 0) return '';
  const broken = countPrompts(changed.filter(({ breaking }) => breaking.length > 0));
  const prompts = `${count}${truncated ? '+' : ''} ${count === 1 && !truncated ? 'prompt' : 'prompts'}`;
  return `changes ${prompts}${broken === 0 ? '' : `, ${broken} ${broken === 1 ? 'breaks' : 'break'}`}`;
}

const countPrompts = (entries: readonly { readonly name: string }[]): number =>
  new Set(entries.map(({ name }) => name)).size;
