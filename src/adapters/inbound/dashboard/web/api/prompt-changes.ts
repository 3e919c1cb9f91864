import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { VariableInput } from '../../../../../domain/templates/variables.ts';
import { type MovedLabel, type Prompt, type PromptWithVersion, promptsKey, type Version } from './prompts.ts';
import { request } from './request.ts';

export type ChatMessage = { readonly role: string; readonly content: string } | { readonly placeholder: string };

/** The words of a prompt: of a text, or of a chat. */
export type Words = { readonly content: string } | { readonly messages: readonly ChatMessage[] };

export type NewPrompt = Words & {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
};

export type NewVersion = (Words | { readonly restore: number }) & {
  readonly variables?: readonly VariableInput[];
  readonly config?: unknown;
  readonly message?: string;
  readonly labels?: readonly string[];
};

export interface PromptChange {
  readonly name?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly archived?: boolean;
}

export interface Promotion {
  readonly label: string;
  readonly version: number;
  readonly message: string;
  readonly force: boolean;
}

/** What was seen of a prompt when the change was decided. */
export type Seen = Pick<Prompt, 'id' | 'revision' | 'latestVersion'>;

/** Refused with 412 when somebody has changed the prompt since. */
const ifUnchanged = ({ id, revision, latestVersion }: Seen) => ({ 'If-Match': `"${id}.${revision}.${latestVersion}"` });

/** A change is done when what the pages show is fresh again. */
function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: promptsKey }),
  });
}

export const useCreatePrompt = () =>
  useChange((body: NewPrompt) => request<{ data: PromptWithVersion }>('prompts', { method: 'POST', body }));

export const useChangePrompt = (id: string) =>
  useChange((body: PromptChange) => request<{ data: Prompt }>(`prompts/${id}`, { method: 'PATCH', body }));

export function useDeletePrompt(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<void>(`prompts/${id}`, { method: 'DELETE' }),
    // Only the lists: the page of the prompt would ask once more for what is gone.
    onSuccess: () =>
      client.invalidateQueries({ queryKey: promptsKey, predicate: ({ queryKey }) => queryKey[1] !== 'one' }),
  });
}

/** The answer is the newest version, also when it is the one that was there before. */
export const usePublish = (id: string) =>
  useChange(({ body, seen }: { readonly body: NewVersion; readonly seen: Seen }) =>
    request<{ data: Version }>(`prompts/${id}/versions`, { method: 'POST', body, headers: ifUnchanged(seen) }),
  );

export const usePromote = (id: string) =>
  useChange(({ label, ...body }: Promotion) =>
    request<{ data: MovedLabel }>(`prompts/${id}/labels/${label}`, { method: 'PUT', body }),
  );

export const useRollBack = (id: string) =>
  useChange(({ label, seen }: { readonly label: string; readonly seen: Seen }) =>
    request<{ data: MovedLabel }>(`prompts/${id}/labels/${label}/rollback`, {
      method: 'POST',
      headers: ifUnchanged(seen),
    }),
  );

export const useRemoveLabel = (id: string) =>
  useChange((label: string) => request<void>(`prompts/${id}/labels/${label}`, { method: 'DELETE' }));
