import { z } from 'zod';
import type { VersionInput } from '../../../../../application/prompts/draft-version.ts';
import { LABELS_MAX } from '../../../../../domain/naming/label.ts';
import { TAG_CHARACTERS_MAX, TAGS_MAX } from '../../../../../domain/naming/tag.ts';
import { DEFAULT_LABEL, DESCRIPTION_CHARACTERS_MAX, type PromptType } from '../../../../../domain/prompts/prompt.ts';
import { MESSAGE_CHARACTERS_MAX } from '../../../../../domain/prompts/prompt-version.ts';
import {
  CONFIG_BYTES_MAX,
  CONTENT_BYTES_MAX,
  type ContentInput,
  MESSAGES_MAX,
  ROLES,
} from '../../../../../domain/templates/prompt-content.ts';
import { VARIABLES_MAX } from '../../../../../domain/templates/variables.ts';
import { because } from '../../../http/request/describe-issue.ts';
import { listOf } from '../../../http/request/list-of.ts';
import {
  anyJson,
  anyJsonObject,
  label,
  moment,
  promptName,
  promptType,
  role,
  tag,
  variableName,
  variableType,
  versionNumber,
} from '../../../http/request/value-schemas.ts';

/** The shapes of requests. The domain checks their meaning, lengths and counts. */

export const message = z.strictObject({ role, content: z.string().describe('a template') }).meta({ id: 'Message' });
export const placeholder = z
  .strictObject({ placeholder: variableName })
  .meta({ id: 'Placeholder', description: 'stands for a list of messages, such as the conversation so far' });
export const messageOrPlaceholder = z.union([message, placeholder], {
  error: 'must be {role, content} or {placeholder}',
});

export const variable = z
  .strictObject({
    name: variableName,
    type: variableType.default('string'),
    required: z.boolean().default(true).describe('must be sent, unless there is a default value'),
    default: anyJson.optional().describe('the value when none is sent'),
    enum: listOf(anyJson).optional().describe('the only values allowed'),
    description: z.string().optional().describe('for those who fill it in'),
  })
  .meta({ id: 'VariableInput' });

const kib = (bytes: number): string => `${bytes / 1024} KiB`;

const reason = z.string().optional().describe(`why; up to ${MESSAGE_CHARACTERS_MAX} characters`);

const versionFields = {
  content: z
    .string()
    .optional()
    .describe(`of a text: its template, up to ${kib(CONTENT_BYTES_MAX)}`),
  messages: listOf(messageOrPlaceholder)
    .optional()
    .describe(
      `of a chat: 1 to ${MESSAGES_MAX}; roles are ${ROLES.join(', ')}; up to ${kib(CONTENT_BYTES_MAX)} together`,
    ),
  variables: listOf(variable).optional().describe(`up to ${VARIABLES_MAX}; inferred from the template by default`),
  config: anyJsonObject
    .optional()
    .describe(`settings that belong to the content, such as the model; up to ${kib(CONFIG_BYTES_MAX)}`),
  message: reason,
  labels: listOf(label).max(LABELS_MAX).optional().describe('set on this version'),
};

/** Fields of a version that may follow another one. */
const nextVersionFields = {
  ...versionFields,
  variables: versionFields.variables.describe(
    `up to ${VARIABLES_MAX}; left out: as the newest version declares them, and inferred where it does not; [] for none`,
  ),
  config: versionFields.config.describe(
    `settings that belong to the content, such as the model; up to ${kib(CONFIG_BYTES_MAX)}; left out: that of the newest version; {} for none`,
  ),
};

const force = z.boolean().optional().describe('even if it breaks callers, or prompts that include this one');

const metadataFields = {
  description: z.string().optional().describe(`up to ${DESCRIPTION_CHARACTERS_MAX} characters`),
  tags: listOf(tag).optional().describe(`up to ${TAGS_MAX}, each up to ${TAG_CHARACTERS_MAX} of a-z, 0-9, . _ -`),
};

const type = promptType.optional().describe('inferred from the content by default');

type ContentFields = {
  content?: string | undefined;
  messages?: readonly unknown[] | undefined;
  type?: PromptType | undefined;
};

/** Requires exactly one of the two fields, and that it matches the type, if one is given. */
export function requireOneContent({ content, messages, type }: ContentFields, context: z.RefinementCtx): void {
  const [given, other] = content !== undefined ? ['text', 'chat'] : ['chat', 'text'];
  if (content === undefined && messages === undefined) {
    const problem = because('missing', 'is missing: give either content or messages');
    context.addIssue({ code: 'custom', path: ['content'], ...problem });
  } else if (content !== undefined && messages !== undefined) {
    context.addIssue({
      code: 'custom',
      path: ['content'],
      ...because('conflicting', 'cannot be combined with messages'),
    });
  } else if (type === other) {
    context.addIssue({
      code: 'custom',
      path: ['type'],
      ...because('mismatch', `does not agree with the ${given} given`),
    });
  }
}

/** Runs a check of several fields even if others are wrong, so that all problems are reported at once. */
export const BESIDE_OTHERS: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

export const newPrompt = z
  .strictObject({ name: promptName, type, ...versionFields, ...metadataFields })
  .superRefine(requireOneContent, BESIDE_OTHERS)
  .meta({ id: 'NewPrompt' });

export const putPrompt = z
  .strictObject({
    name: promptName.optional().describe('must agree with the path when given'),
    type,
    ...nextVersionFields,
    ...metadataFields,
    force,
  })
  .superRefine(requireOneContent, BESIDE_OTHERS)
  .meta({ id: 'PutPrompt' });

const VERSION_FIELDS = ['content', 'messages', 'variables', 'config'] as const;

/** Requires either the content of a new version, or the number of one that exists, which is in this field. */
const requireContentOr =
  <Field extends string>(field: Field) =>
  (
    body: ContentFields & Partial<Record<Field | (typeof VERSION_FIELDS)[number], unknown>>,
    context: z.RefinementCtx,
  ) => {
    if (body[field] === undefined) return requireOneContent(body, context);
    for (const given of VERSION_FIELDS) {
      if (body[given] === undefined) continue;
      context.addIssue({
        code: 'custom',
        path: [given],
        ...because('conflicting', `cannot be combined with ${field}`),
      });
    }
  };

export const newVersion = z
  .strictObject({
    ...nextVersionFields,
    restore: versionNumber.optional().describe('the version to publish again, instead of new content'),
    force,
  })
  .superRefine(requireContentOr('restore'), BESIDE_OTHERS)
  .meta({ id: 'NewVersion' });

export const impactRequest = z
  .strictObject({
    version: versionNumber.optional().describe('a version that exists, instead of new content'),
    content: nextVersionFields.content,
    messages: nextVersionFields.messages,
    variables: nextVersionFields.variables,
    config: nextVersionFields.config,
    label: label.optional().describe('would move to it; left out: it would be the newest version'),
  })
  .superRefine(requireContentOr('version'), BESIDE_OTHERS)
  .meta({ id: 'ImpactRequest' });

export const promptChange = z
  .strictObject({
    name: promptName.optional(),
    archived: z.boolean().optional().describe('hides it from lists, and rejects new versions and label moves'),
    ...metadataFields,
  })
  .meta({ id: 'PromptChange' });

export const labelTarget = z
  .strictObject({
    version: versionNumber,
    message: reason,
    force,
  })
  .meta({ id: 'LabelTarget' });

export const rollback = z
  .strictObject({ from: versionNumber.optional().describe('the version that the label must point to now') })
  .meta({ id: 'Rollback' });

export const renderRequest = z
  .strictObject({
    label: label.optional().describe(`without label and version: \`${DEFAULT_LABEL}\`, or else the latest`),
    version: versionNumber.optional(),
    at: moment
      .optional()
      .describe('renders the label, and everything included, as of this time; as of now if it is not past'),
    variables: anyJsonObject.default({}).describe('a value for each variable'),
    placeholders: anyJsonObject
      .default({})
      .describe('of a chat: a list of messages for each, objects with a `role` that are passed on unchanged'),
    strict: z.boolean().default(true).describe('if false, missing variables are empty and unknown ones ignored'),
  })
  .refine(({ label, version }) => label === undefined || version === undefined, {
    ...because('conflicting', 'cannot be combined with label'),
    path: ['version'],
  })
  .meta({ id: 'RenderRequest' });

/** The input of the use cases. The schema has ensured that there is either content or messages. */
export function versionInput(
  body: Partial<Omit<z.output<typeof newVersion>, 'restore' | 'labels' | 'force'>>,
): VersionInput {
  const { content, messages, variables, config, message } = body;
  const input: ContentInput = messages ? { type: 'chat', messages } : { type: 'text', content: content ?? '' };
  return { content: input, variables, config, message };
}
