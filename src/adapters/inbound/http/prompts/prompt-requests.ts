import { z } from 'zod';
import type { VersionInput } from '../../../../application/prompts/draft-version.ts';
import type { ContentInput } from '../../../../domain/prompt-content.ts';

/** The shapes of requests. What they mean, and how long and how many, is the domain's to judge. */

/** What came as JSON can be nothing else; how deep it may be was checked when it was read. */
const anyJson = z.unknown();

export const message = z.union(
  [
    z.strictObject({ role: z.enum(['system', 'user', 'assistant', 'tool']), content: z.string() }),
    z.strictObject({ placeholder: z.string() }),
  ],
  { error: 'must be {role, content} or {placeholder}' },
);

export const variable = z.strictObject({
  name: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'json']).default('string'),
  required: z.boolean().default(true),
  default: anyJson.optional(),
  enum: z.array(anyJson).optional(),
  description: z.string().optional(),
});

const LABELS_MAX = 20;

const versionFields = {
  content: z.string().optional(),
  messages: z.array(message).optional(),
  variables: z.array(variable).optional(),
  config: z.record(z.string(), anyJson).optional(),
  message: z.string().optional(),
  labels: z.array(z.string()).max(LABELS_MAX).optional(),
};

const metadataFields = { description: z.string().optional(), tags: z.array(z.string()).optional() };

const type = z.enum(['text', 'chat']).optional();

type Words = {
  content?: string | undefined;
  messages?: readonly unknown[] | undefined;
  type?: 'text' | 'chat' | undefined;
};

/** Exactly one of the two fields, and of the type that was named, if one was. */
function oneKindOfWords({ content, messages, type }: Words, context: z.RefinementCtx): void {
  const given = content !== undefined ? 'text' : 'chat';
  if ((content === undefined) === (messages === undefined)) {
    context.addIssue({ code: 'custom', path: ['content'], message: 'give either content or messages' });
  } else if (type !== undefined && type !== given) {
    context.addIssue({ code: 'custom', path: ['type'], message: `does not agree with the ${given} given` });
  }
}

export const newPrompt = z
  .strictObject({ name: z.string(), type, ...versionFields, ...metadataFields })
  .superRefine(oneKindOfWords)
  .meta({ id: 'NewPrompt' });

export const putPrompt = z
  .strictObject({ name: z.string().optional(), type, ...versionFields, ...metadataFields })
  .superRefine(oneKindOfWords)
  .meta({ id: 'PutPrompt' });

const RESTORED = ['content', 'messages', 'variables', 'config'] as const;

export const newVersion = z
  .strictObject({ ...versionFields, restore: z.int().min(1).optional() })
  .superRefine((body, context) => {
    if (body.restore === undefined) return oneKindOfWords(body, context);
    for (const field of RESTORED) {
      if (body[field] !== undefined) context.addIssue({ code: 'custom', path: [field], message: 'is restored' });
    }
  })
  .meta({ id: 'NewVersion' });

export const promptChange = z
  .strictObject({ name: z.string().optional(), archived: z.boolean().optional(), ...metadataFields })
  .meta({ id: 'PromptChange' });

export const labelTarget = z
  .strictObject({ version: z.int().min(1), message: z.string().optional(), force: z.boolean().optional() })
  .meta({ id: 'LabelTarget' });

export const renderRequest = z
  .strictObject({
    label: z.string().optional(),
    version: z.int().min(1).optional(),
    variables: z.record(z.string(), anyJson).default({}),
    placeholders: z.record(z.string(), anyJson).default({}),
    strict: z.boolean().default(true),
  })
  .refine(({ label, version }) => label === undefined || version === undefined, {
    error: 'give either label or version',
    path: ['version'],
  })
  .meta({ id: 'RenderRequest' });

/** What the application takes for a version. The schema has seen to it that there is one kind of words. */
export function versionInput(body: Omit<z.output<typeof newVersion>, 'restore' | 'labels'>): VersionInput {
  const { content, messages, variables, config, message } = body;
  const words: ContentInput = messages ? { type: 'chat', messages } : { type: 'text', content: content ?? '' };
  return { content: words, variables, config, message };
}
