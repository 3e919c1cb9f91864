import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { labelOperations } from '../../../../api/prompts/operations/label-operations.ts';
import type { promptOperations } from '../../../../api/prompts/operations/prompt-operations.ts';
import type { versionOperations } from '../../../../api/prompts/operations/version-operations.ts';
import type { BodyOf } from '../http/operation-types.ts';
import { useChange } from '../http/queries.ts';
import { request, requestWithEtag } from '../http/request.ts';
import {
  type MovedLabel,
  type Prompt,
  type PromptWithVersion,
  promptsKey,
  type RolledBackLabel,
  type Version,
} from './prompts.ts';

export type NewPrompt = BodyOf<typeof promptOperations.create>;
export type NewVersion = BodyOf<typeof versionOperations.publish>;
export type PromptChange = BodyOf<typeof promptOperations.change>;

export type Promotion = BodyOf<typeof labelOperations.move> & {
  readonly label: string;
  /** Given when the promotion must be refused if the prompt has changed since it was shown. */
  readonly etag?: string;
};

/** Rejected with 412 when the prompt has changed since it was loaded with this ETag. */
const ifUnchanged = (etag: string) => ({ 'If-Match': etag });

export const useCreatePrompt = () =>
  useChange(promptsKey, (body: NewPrompt) => request<{ data: PromptWithVersion }>('prompts', { method: 'POST', body }));

export const useChangePrompt = (id: string) =>
  useChange(promptsKey, (body: PromptChange) => request<{ data: Prompt }>(`prompts/${id}`, { method: 'PATCH', body }));

export function useDeletePrompt(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<void>(`prompts/${id}`, { method: 'DELETE' }),
    // Refetch only the lists: the page of the deleted prompt would request it again.
    onSuccess: () =>
      client.invalidateQueries({ queryKey: promptsKey, predicate: ({ queryKey }) => queryKey[1] !== 'one' }),
  });
}

/** Resolves to the latest version, which is an older one when nothing changed, and to the prompt's new ETag. */
export const usePublish = (id: string) =>
  useChange(promptsKey, async ({ body, etag }: { readonly body: NewVersion; readonly etag: string }) => {
    const options = { method: 'POST', body, headers: ifUnchanged(etag) } as const;
    const response = await requestWithEtag<{ data: Version }>(`prompts/${id}/versions`, options);
    return { version: response.body.data.version, etag: response.etag };
  });

export const usePromote = (id: string) =>
  useChange(promptsKey, ({ label, etag, ...body }: Promotion) =>
    request<{ data: MovedLabel }>(`prompts/${id}/labels/${label}`, {
      method: 'PUT',
      body,
      ...(etag !== undefined && { headers: ifUnchanged(etag) }),
    }),
  );

/** Refused if the label is not at `from` any more, so that two people do not roll back twice. */
export const useRollBack = (id: string) =>
  useChange(
    promptsKey,
    ({ label, from, etag }: { readonly label: string; readonly from: number; readonly etag: string }) =>
      request<{ data: RolledBackLabel }>(`prompts/${id}/labels/${label}/rollback`, {
        method: 'POST',
        body: { from },
        headers: ifUnchanged(etag),
      }),
  );

export const useRemoveLabel = (id: string) =>
  useChange(promptsKey, (label: string) => request<void>(`prompts/${id}/labels/${label}`, { method: 'DELETE' }));
