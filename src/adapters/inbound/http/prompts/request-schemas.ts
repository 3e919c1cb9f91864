import { z } from 'zod';
import type { VersionInput } from '../../../../application/prompts/draft-version.ts';
import { TAGS_MAX } from '../../../../domain/prompts/naming/tag.ts';
import { DESCRIPTION_CHARACTERS_MAX } from '../../../../domain/prompts/prompt.ts';
import { MESSAGE_CHARACTERS_MAX } from '../../../../domain/prompts/prompt-version.ts';
import {
  CONFIG_BYTES_MAX,
  CONTENT_BYTES_MAX,
  type ContentInput,
  MESSAGES_MAX,
} from '../../../../domain/templates/prompt-content.ts';
import { VARIABLES_MAX } from '../../../../domain/templates/variables.ts';
import { listOf } from '../request/list-of.ts';

/** The shapes of requests. What they mean, and how long and how many, is the domain's to judge. */

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

/** What came as JSON can be nothing else; how deep it may be was checked when it was read. */
const anyJson = z.unknown();

export const message = z.union(
  [z.strictObject({ role: z.enum(ROLES), content: z.string() }), z.strictObject({ placeholder: z.string() })],
  { error: 'must be {role, content} or {placeholder}' },
);

export const variable = z.strictObject({
  name: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'json']).default('string'),
  required: z.boolean().default(true),
  default: anyJson.optional(),
  enum: listOf(anyJson).optional(),
  description: z.string().optional(),
});

const LABELS_MAX = 20;

const kib = (bytes: number): string => `${bytes / 1024} KiB`;

const why = z.string().optional().describe(`why; to ${MESSAGE_CHARACTERS_MAX} characters`);

const versionFields = {
  content: z
    .string()
    .optional()
    .describe(`of a text: its template, to ${kib(CONTENT_BYTES_MAX)}`),
  messages: listOf(message)
    .optional()
    .describe(`of a chat: 1 to ${MESSAGES_MAX}; roles are ${ROLES.join(', ')}; to ${kib(CONTENT_BYTES_MAX)} together`),
  variables: listOf(variable).optional().describe(`to ${VARIABLES_MAX}; inferred from the template when left out`),
  config: z
    .record(z.string(), anyJson)
    .optional()
    .describe(`what belongs to the words, such as the model; to ${kib(CONFIG_BYTES_MAX)}`),
  message: why,
  labels: listOf(z.string()).max(LABELS_MAX).optional().describe('set on this version'),
};

const metadataFields = {
  description: z.string().optional().describe(`to ${DESCRIPTION_CHARACTERS_MAX} characters`),
  tags: listOf(z.string()).optional().describe(`to ${TAGS_MAX}, each to 36 of a-z, 0-9, . _ -`),
};

const name = z.string().describe('1 to 5 parts of a-z, 0-9, . _ - joined by /; to 128 characters');
const type = z.enum(['text', 'chat']).optional().describe('follows from the words when left out');

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
  .strictObject({ name, type, ...versionFields, ...metadataFields })
  .superRefine(oneKindOfWords)
  .meta({ id: 'NewPrompt' });

export const putPrompt = z
  .strictObject({
    name: name.optional().describe('must agree with the path when given'),
    type,
    ...versionFields,
    ...metadataFields,
  })
  .superRefine(oneKindOfWords)
  .meta({ id: 'PutPrompt' });

const RESTORED = ['content', 'messages', 'variables', 'config'] as const;

export const newVersion = z
  .strictObject({
    ...versionFields,
    restore: z.int().min(1).optional().describe('the version to publish again, in place of words'),
  })
  .superRefine((body, context) => {
    if (body.restore === undefined) return oneKindOfWords(body, context);
    for (const field of RESTORED) {
      if (body[field] !== undefined) context.addIssue({ code: 'custom', path: [field], message: 'is restored' });
    }
  })
  .meta({ id: 'NewVersion' });

export const promptChange = z
  .strictObject({
    name: name.optional(),
    archived: z.boolean().optional().describe('leaves the lists, and takes no versions and no labels'),
    ...metadataFields,
  })
  .meta({ id: 'PromptChange' });

export const labelTarget = z
  .strictObject({
    version: z.int().min(1),
    message: why,
    force: z.boolean().optional().describe('although it breaks callers'),
  })
  .meta({ id: 'LabelTarget' });

export const renderRequest = z
  .strictObject({
    label: z.string().optional().describe('`production`, else the latest, when neither it nor a version is given'),
    version: z.int().min(1).optional(),
    variables: z.record(z.string(), anyJson).default({}),
    placeholders: z.record(z.string(), anyJson).default({}).describe('of a chat: a list of messages for each'),
    strict: z.boolean().default(true).describe('otherwise missing is empty, and unknown is ignored'),
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
