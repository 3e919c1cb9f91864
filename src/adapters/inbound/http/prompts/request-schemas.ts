import { z } from 'zod';
import type { VersionInput } from '../../../../application/prompts/draft-version.ts';
import { LABELS_MAX } from '../../../../domain/prompts/naming/label.ts';
import { NAME_CHARACTERS_MAX, NAME_SEGMENTS_MAX } from '../../../../domain/prompts/naming/prompt-name.ts';
import { TAG_CHARACTERS_MAX, TAGS_MAX } from '../../../../domain/prompts/naming/tag.ts';
import {
  DEFAULT_LABEL,
  DESCRIPTION_CHARACTERS_MAX,
  PROMPT_TYPES,
  type PromptType,
} from '../../../../domain/prompts/prompt.ts';
import { MESSAGE_CHARACTERS_MAX } from '../../../../domain/prompts/prompt-version.ts';
import {
  CONFIG_BYTES_MAX,
  CONTENT_BYTES_MAX,
  type ContentInput,
  MESSAGES_MAX,
  ROLES,
} from '../../../../domain/templates/prompt-content.ts';
import { VARIABLE_TYPES, VARIABLES_MAX } from '../../../../domain/templates/variables.ts';
import { listOf } from '../request/list-of.ts';

/** The shapes of requests. The domain checks their meaning, lengths and counts. */

/** Parsed JSON needs no further check: its depth was limited when it was read. */
const anyJson = z.unknown();

export const message = z.union(
  [z.strictObject({ role: z.enum(ROLES), content: z.string() }), z.strictObject({ placeholder: z.string() })],
  { error: 'must be {role, content} or {placeholder}' },
);

export const variable = z.strictObject({
  name: z.string(),
  type: z.enum(VARIABLE_TYPES).default('string'),
  required: z.boolean().default(true),
  default: anyJson.optional(),
  enum: listOf(anyJson).optional(),
  description: z.string().optional(),
});

const kib = (bytes: number): string => `${bytes / 1024} KiB`;

const reason = z.string().optional().describe(`why; up to ${MESSAGE_CHARACTERS_MAX} characters`);

const versionFields = {
  content: z
    .string()
    .optional()
    .describe(`of a text: its template, up to ${kib(CONTENT_BYTES_MAX)}`),
  messages: listOf(message)
    .optional()
    .describe(
      `of a chat: 1 to ${MESSAGES_MAX}; roles are ${ROLES.join(', ')}; up to ${kib(CONTENT_BYTES_MAX)} together`,
    ),
  variables: listOf(variable).optional().describe(`up to ${VARIABLES_MAX}; inferred from the template by default`),
  config: z
    .record(z.string(), anyJson)
    .optional()
    .describe(`settings that belong to the content, such as the model; up to ${kib(CONFIG_BYTES_MAX)}`),
  message: reason,
  labels: listOf(z.string()).max(LABELS_MAX).optional().describe('set on this version'),
};

/** Of a version that may follow another one. */
const nextVersionFields = {
  ...versionFields,
  variables: versionFields.variables.describe(
    `up to ${VARIABLES_MAX}; left out: as the newest version declares them, and inferred where it does not; [] for none`,
  ),
  config: versionFields.config.describe(
    `settings that belong to the content, such as the model; up to ${kib(CONFIG_BYTES_MAX)}; left out: that of the newest version; {} for none`,
  ),
};

const metadataFields = {
  description: z.string().optional().describe(`up to ${DESCRIPTION_CHARACTERS_MAX} characters`),
  tags: listOf(z.string())
    .optional()
    .describe(`up to ${TAGS_MAX}, each up to ${TAG_CHARACTERS_MAX} of a-z, 0-9, . _ -`),
};

const name = z
  .string()
  .describe(`1 to ${NAME_SEGMENTS_MAX} parts of a-z, 0-9, . _ - joined by /; up to ${NAME_CHARACTERS_MAX} characters`);
const type = z.enum(PROMPT_TYPES).optional().describe('inferred from the content by default');

type ContentFields = {
  content?: string | undefined;
  messages?: readonly unknown[] | undefined;
  type?: PromptType | undefined;
};

/** Requires exactly one of the two fields, and that it matches the type, if one is given. */
function requireOneContent({ content, messages, type }: ContentFields, context: z.RefinementCtx): void {
  const given = content !== undefined ? 'text' : 'chat';
  if ((content === undefined) === (messages === undefined)) {
    context.addIssue({ code: 'custom', path: ['content'], message: 'give either content or messages' });
  } else if (type !== undefined && type !== given) {
    context.addIssue({ code: 'custom', path: ['type'], message: `does not agree with the ${given} given` });
  }
}

export const newPrompt = z
  .strictObject({ name, type, ...versionFields, ...metadataFields })
  .superRefine(requireOneContent)
  .meta({ id: 'NewPrompt' });

export const putPrompt = z
  .strictObject({
    name: name.optional().describe('must agree with the path when given'),
    type,
    ...nextVersionFields,
    ...metadataFields,
  })
  .superRefine(requireOneContent)
  .meta({ id: 'PutPrompt' });

const RESTORED = ['content', 'messages', 'variables', 'config'] as const;

export const newVersion = z
  .strictObject({
    ...nextVersionFields,
    restore: z.int().min(1).optional().describe('the version to publish again, instead of new content'),
  })
  .superRefine((body, context) => {
    if (body.restore === undefined) return requireOneContent(body, context);
    for (const field of RESTORED) {
      if (body[field] !== undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'cannot be combined with restore' });
    }
  })
  .meta({ id: 'NewVersion' });

export const promptChange = z
  .strictObject({
    name: name.optional(),
    archived: z.boolean().optional().describe('hides it from lists, and rejects new versions and label moves'),
    ...metadataFields,
  })
  .meta({ id: 'PromptChange' });

export const labelTarget = z
  .strictObject({
    version: z.int().min(1),
    message: reason,
    force: z.boolean().optional().describe('even if it breaks callers'),
  })
  .meta({ id: 'LabelTarget' });

export const renderRequest = z
  .strictObject({
    label: z.string().optional().describe(`without label and version: \`${DEFAULT_LABEL}\`, or else the latest`),
    version: z.int().min(1).optional(),
    variables: z.record(z.string(), anyJson).default({}),
    placeholders: z.record(z.string(), anyJson).default({}).describe('of a chat: a list of messages for each'),
    strict: z.boolean().default(true).describe('if false, missing variables are empty and unknown ones ignored'),
  })
  .refine(({ label, version }) => label === undefined || version === undefined, {
    error: 'give either label or version',
    path: ['version'],
  })
  .meta({ id: 'RenderRequest' });

/** The input of the use cases. The schema has ensured that there is either content or messages. */
export function versionInput(body: Omit<z.output<typeof newVersion>, 'restore' | 'labels'>): VersionInput {
  const { content, messages, variables, config, message } = body;
  const input: ContentInput = messages ? { type: 'chat', messages } : { type: 'text', content: content ?? '' };
  return { content: input, variables, config, message };
}
