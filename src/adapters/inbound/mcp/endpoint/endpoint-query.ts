import { z } from 'zod';
import type { PromptView } from '../../../../domain/prompts/prompt-view.ts';
import { listQuery } from '../../api/prompts/operations/list-query.ts';
import { TOOL_SETS } from '../access/request-scope.ts';

/** Fixed in the configuration of a client: which prompts and tools it sees. */
export const endpointQuery = listQuery
  .pick({ tag: true, folder: true, label: true })
  .extend({ tools: z.enum(TOOL_SETS).default('read') });

export function toEndpointRequest({ tag = [], folder, label, tools: toolSet }: z.output<typeof endpointQuery>) {
  const view: PromptView = { tags: [...new Set(tag)], folder, label };
  return { view, toolSet };
}
