import { z } from 'zod';
import type { PromptView } from '../../../../domain/prompts/prompt-view.ts';
import { listQuery } from '../../api/prompts/operations/list-query.ts';
import { TOOL_SETS, type ToolSet } from '../access/request-scope.ts';

/** Fixed in the configuration of a client: which prompts and tools it sees. */
export const endpointQuery = listQuery
  .pick({ tag: true, folder: true, label: true })
  .extend({ tools: z.enum(TOOL_SETS).default('read') });

export interface EndpointRequest {
  readonly view: PromptView;
  readonly toolSet: ToolSet;
}

export const toEndpointRequest = ({
  tag = [],
  folder,
  label,
  tools,
}: z.output<typeof endpointQuery>): EndpointRequest => ({
  view: { tags: [...new Set(tag)], folder, label },
  toolSet: tools,
});
