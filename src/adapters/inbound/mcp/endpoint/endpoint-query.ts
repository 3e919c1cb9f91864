import { z } from 'zod';
import { parseLabelOrLatest } from '../../../../domain/naming/label.ts';
import { parseTag, TAGS_MAX, type Tag } from '../../../../domain/naming/tag.ts';
import type { PromptView } from '../../../../domain/prompts/prompt-view.ts';
import { TOOL_SETS, type ToolSet } from '../access/request-scope.ts';

const parsedTag = z.string().transform((text, context): Tag => {
  const tag = parseTag(text);
  if (tag) return tag;
  context.addIssue('is not a valid tag');
  return z.NEVER;
});

/** Fixed in the configuration of a client: which prompts and tools it sees. */
export const endpointQuery = z.strictObject({
  tag: z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(parsedTag).max(TAGS_MAX))
    .optional(),
  folder: z
    .string()
    .refine((value) => !value.includes('\0'), 'contains a NUL character')
    .optional(),
  label: z
    .string()
    .transform((text, context) => {
      const label = parseLabelOrLatest(text);
      if (label) return label;
      context.addIssue('is not a valid label');
      return z.NEVER;
    })
    .optional(),
  tools: z.enum(TOOL_SETS).default('read'),
});

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
