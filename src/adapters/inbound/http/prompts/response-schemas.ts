import { z } from 'zod';
import { IMPORT_RESULTS } from '../../../../application/prompts/import-export/import-prompts.ts';
import { channels } from '../../../../domain/channel.ts';
import { PROMPT_ID_PATTERN } from '../../../../domain/prompts/naming/prompt-name.ts';
import { PROMPT_TYPES, SELECTION_RULES } from '../../../../domain/prompts/prompt.ts';
import { CONTENT_HASH_PATTERN } from '../../../../domain/prompts/prompt-version.ts';
import { ROLES } from '../../../../domain/templates/prompt-content.ts';
import { BREAKING_CHANGES } from '../../../../domain/templates/variable-changes.ts';
import { VARIABLE_TYPES } from '../../../../domain/templates/variables.ts';

/** The shapes of responses, for the documentation and for tests that check responses against it. */

const anyJson = z.unknown().describe('any JSON value');
const timestamp = z.iso.datetime({ precision: 3 }).describe('ISO 8601, UTC, milliseconds');
const versionNumber = z.int().min(1);
const hash = z.string().regex(CONTENT_HASH_PATTERN);
const role = z.enum(ROLES);

const message = z.strictObject({ role, content: z.string() });
const placeholder = z.strictObject({ placeholder: z.string() });

const variable = z.strictObject({
  name: z.string(),
  type: z.enum(VARIABLE_TYPES),
  required: z.boolean(),
  default: anyJson.optional(),
  enum: z.array(anyJson).optional(),
  description: z.string().optional(),
});

const promptFields = {
  id: z.string().regex(PROMPT_ID_PATTERN),
  name: z.string(),
  folder: z.string(),
  type: z.enum(PROMPT_TYPES),
  description: z.string(),
  tags: z.array(z.string()),
  labels: z.record(z.string(), versionNumber),
  latestVersion: versionNumber,
  revision: z.int().min(1),
  archived: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

const summaryFields = {
  promptId: promptFields.id,
  version: versionNumber,
  type: promptFields.type,
  variables: z.array(variable),
  config: z.record(z.string(), anyJson),
  message: z.string(),
  hash,
  restoredFrom: versionNumber.nullable(),
  publishedAt: timestamp,
};

const contentFields = {
  content: z.string().optional().describe('of a text'),
  messages: z
    .array(z.union([message, placeholder]))
    .optional()
    .describe('of a chat'),
};

const resolved = z.strictObject({
  by: z.enum(SELECTION_RULES),
  label: z.string().optional(),
  version: versionNumber,
  hash,
});

export const prompt = z.strictObject(promptFields).meta({ id: 'Prompt' });
export const version = z.strictObject({ ...summaryFields, ...contentFields }).meta({ id: 'Version' });
export const versionSummary = z.strictObject(summaryFields).meta({ id: 'VersionSummary' });
export const promptWithVersion = z
  .strictObject({
    ...promptFields,
    ...summaryFields,
    ...contentFields,
    resolved,
    unchanged: z.literal(true).optional(),
  })
  .meta({ id: 'PromptWithVersion' });
export const listedPrompt = z
  .union([prompt, promptWithVersion])
  .meta({ id: 'ListedPrompt', description: 'With the version when include=content' });

export const movedLabel = z
  .strictObject({
    label: z.string(),
    version: versionNumber,
    previous: versionNumber.nullable(),
    movedAt: timestamp,
  })
  .meta({ id: 'MovedLabel' });
export const labelMove = z
  .strictObject({
    version: versionNumber.nullable(),
    previous: versionNumber.nullable(),
    movedAt: timestamp,
    by: z.enum(channels),
    message: z.string(),
  })
  .meta({ id: 'LabelMove' });

const changed = z.strictObject({ from: anyJson, to: anyJson });

export const breakingChange = z
  .strictObject({
    path: z
      .string()
      .describe('a variable, or a member of one: `order.total`, or `lines.*.price` of each item of a list'),
    problem: z
      .enum(BREAKING_CHANGES)
      .describe(
        '`removed`, `type-changed`, `added-required` (without a default), `enum-narrowed`, or `member-added`: read by `to`, but not by `from`',
      ),
  })
  .meta({ id: 'BreakingChange' });

export const difference = z
  .strictObject({
    text: z.string().describe('a unified diff; empty when the content is the same'),
    variables: z.strictObject({
      added: z.array(variable),
      removed: z.array(variable),
      changed: z.array(z.strictObject({ name: z.string(), from: variable, to: variable })),
    }),
    config: z.strictObject({
      added: z.record(z.string(), anyJson),
      removed: z.record(z.string(), anyJson),
      changed: z.record(z.string(), changed),
    }),
    breaking: z.boolean().describe('whether callers of `from` could fail with `to`; never because of the config'),
    breakingChanges: z
      .array(breakingChange)
      .describe('the reasons, as in the `details` of 409 `breaking_change`; empty when there are none'),
  })
  .meta({ id: 'Difference' });

export const rendering = z
  .strictObject({
    text: z.string().optional(),
    messages: z.array(message).optional(),
    config: z.record(z.string(), anyJson),
    version: versionNumber,
    hash,
  })
  .meta({ id: 'Rendering' });

export const tagCount = z.strictObject({ tag: z.string(), count: z.int().min(1) }).meta({ id: 'TagCount' });
export const folderCount = z.strictObject({ folder: z.string(), count: z.int().min(1) }).meta({ id: 'FolderCount' });

export const importResult = z
  .strictObject({
    name: z.string(),
    result: z.enum(IMPORT_RESULTS),
  })
  .meta({ id: 'ImportResult' });
