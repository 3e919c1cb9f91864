import { LATEST } from '../../../../../../domain/naming/label.ts';
import { request } from '../../api/http/request.ts';
import type { Prompt } from '../../api/prompts/prompts.ts';

interface PromptPage {
  readonly data: readonly Prompt[];
  readonly nextCursor: string | null;
}

const FOUND_MAX = 100;

/** Text prompts whose name, or anything else, contains the text. Incomplete when there are too many of them. */
export async function searchIncludes(text: string, signal: AbortSignal) {
  const query = { q: text, type: 'text', limit: FOUND_MAX };
  const { data, nextCursor } = await request<PromptPage>('prompts', { query, signal });
  return { prompts: data, isComplete: nextCursor === null };
}

/** The labels of the prompt with this name. */
export async function searchLabels(name: string, signal: AbortSignal): Promise<readonly string[]> {
  const { data } = await request<PromptPage>('prompts', { query: { name, type: 'text' }, signal });
  return data.flatMap(({ labels }) => [...Object.keys(labels).sort(), LATEST]);
}
