import { z } from 'zod';
import { IMPORT_RESULTS } from '../../../../../application/prompts/import-export/import-result.ts';
import { IMPORT_WARNINGS_MAX } from '../../../../../application/prompts/import-export/imported-prompt.ts';
import { SELECTION_RULES } from '../../../../../domain/prompts/prompt.ts';
import { WARNINGS_MAX } from '../../../../../domain/templates/content-warnings.ts';
import { NEAR_TAG_PROBLEMS } from '../../../../../domain/templates/near-tags.ts';
import { BREAKING_CHANGES } from '../../../../../domain/templates/variable-changes.ts';
import {
  anyJson,
  channel,
  contentHash,
  fingerprint,
  label,
  promptId,
  promptName,
  promptType,
  tag,
  timestamp,
  variableName,
  variableType,
  versionNumber,
} from '../../../http/request/value-schemas.ts';
import { errorDetail, others } from '../../../http/response/respond-rejection.ts';
import { messageOrPlaceholder } from './request-schemas.ts';

/** The shapes of responses, for the documentation and for tests that check responses against it. */

const config = z.record(z.string(), anyJson).describe('settings that belong to the content, such as the model');

const variable = z
  .strictObject({
    name: variableName,
    type: variableType,
    required: z.boolean().describe('must be sent, unless there is a default value'),
    default: anyJson.optional().describe('the value when none is sent'),
    enum: z.array(anyJson).optional().describe('the only values allowed'),
    description: z.string().optional().describe('for those who fill it in'),
  })
  .meta({ id: 'Variable' });

const promptFields = {
  id: promptId,
  name: promptName,
  folder: z.string().describe('the name up to its last `/`; empty at the top level'),
  type: promptType,
  description: z.string(),
  tags: z.array(tag),
  labels: z.record(label, versionNumber).describe('the version that each label points to'),
  latestVersion: versionNumber,
  revision: z.int().min(1).describe('raised by every change of the prompt'),
  archived: z.boolean().describe('whether it is hidden from lists and rejects new versions and label moves'),
  createdAt: timestamp,
  updatedAt: timestamp,
};

const summaryFields = {
  promptId,
  version: versionNumber,
  type: promptType,
  variables: z.array(variable),
  config,
  message: z.string().describe('why this version exists'),
  hash: contentHash,
  restoredFrom: versionNumber.nullable().describe('the earlier version whose content it has again'),
  publishedAt: timestamp,
};

const contentFields = {
  content: z.string().optional().describe('of a text: the template as written'),
  messages: z.array(messageOrPlaceholder).optional().describe('of a chat: the templates as written'),
};

const includeFields = {
  include: z.string().describe('as written: a name, or `name@label-or-version`'),
  promptId,
  name: promptName,
  version: versionNumber,
};
const lock = z
  .strictObject({
    fingerprint,
    includes: z.array(z.strictObject({ ...includeFields, by: z.literal('lock') }).meta({ id: 'LockedInclude' })),
  })
  .meta({ id: 'ReleaseLock', description: 'where everything that the version includes led when the label moved' });

const resolved = z
  .strictObject({
    by: z.enum(SELECTION_RULES),
    label: label.optional(),
    version: versionNumber,
    hash: contentHash,
    lock: lock.optional().describe('present if the label is protected and the version includes others'),
  })
  .meta({ id: 'Resolution', description: 'which version was selected, and why' });

export const prompt = z.strictObject(promptFields).meta({ id: 'Prompt' });
export const version = z.strictObject({ ...summaryFields, ...contentFields }).meta({ id: 'Version' });
export const versionSummary = z.strictObject(summaryFields).meta({ id: 'VersionSummary' });
const promptWithVersionFields = { ...promptFields, ...summaryFields, ...contentFields, resolved };
export const promptWithVersion = z.strictObject(promptWithVersionFields).meta({ id: 'PromptWithVersion' });

const warnings = z
  .array(
    z
      .strictObject({
        path: z.string().describe('`content`, or `messages.2.content`; in an import after `versions.0.`'),
        line: z.int().min(1).describe('of the text'),
        column: z.int().min(1).describe('in UTF-16 units, as in editors'),
        problem: z
          .enum(NEAR_TAG_PROBLEMS)
          .describe(
            'why it is plain text: a closing brace is missing, a filter, a helper, a section over a path, a name that no prompt can have, a comment, ' +
              'a name with spaces, or with other characters than letters, digits and `_`',
          ),
        text: z.string().describe('as written'),
      })
      .meta({ id: 'ContentWarning' }),
  )
  .describe(`what looks like a tag but is plain text, up to ${WARNINGS_MAX}; empty if there is nothing`);

export const writtenPrompt = z
  .strictObject({
    ...promptWithVersionFields,
    unchanged: z.literal(true).optional().describe('present if the request changed nothing'),
    warnings,
  })
  .meta({ id: 'WrittenPrompt' });
export const writtenVersion = z
  .strictObject({ ...summaryFields, ...contentFields, warnings })
  .meta({ id: 'WrittenVersion' });
export const listedPrompt = z
  .union([prompt, promptWithVersion])
  .meta({ id: 'ListedPrompt', description: 'With the version when include=content' });

export const promptLabel = z
  .strictObject({
    label,
    version: versionNumber,
    movedAt: timestamp,
    protected: z.boolean().describe('whether only the dashboard may move it'),
  })
  .meta({ id: 'PromptLabel' });
export const promptLabels = z.strictObject({ data: z.array(promptLabel) }).meta({ id: 'PromptLabelList' });
export const movedLabel = z
  .strictObject({
    label,
    version: versionNumber,
    previous: versionNumber.nullable().describe('null if the label is new'),
    movedAt: timestamp,
  })
  .meta({ id: 'MovedLabel' });
export const rolledBackLabel = movedLabel
  .extend({
    breaking: z
      .array(errorDetail)
      .describe('labels of prompts that include this one whose callers it breaks, up to 100'),
    others: z.int().min(1).optional().describe('how many more it breaks'),
  })
  .meta({ id: 'RolledBackLabel' });
export const labelMove = z
  .strictObject({
    version: versionNumber.nullable().describe('null if the label was removed'),
    previous: versionNumber.nullable().describe('null if the label was new'),
    movedAt: timestamp,
    by: channel,
    message: z.string().describe('why'),
    fingerprint: fingerprint.nullable().describe('null if the label was removed, or moved before 0.2'),
    rollback: z.literal(true).optional().describe('present if the move was a rollback'),
  })
  .meta({ id: 'LabelMove' });

const changed = z.strictObject({ from: anyJson, to: anyJson }).meta({ id: 'ChangedValue' });
const changedVariable = z
  .strictObject({ name: variableName, from: variable, to: variable })
  .meta({ id: 'ChangedVariable' });
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
    message: z.string().describe('a sentence for people; its wording may change'),
  })
  .meta({ id: 'BreakingChange' });

export const difference = z
  .strictObject({
    text: z.string().describe('a unified diff; empty when the content is the same'),
    variables: z
      .strictObject({ added: z.array(variable), removed: z.array(variable), changed: z.array(changedVariable) })
      .meta({ id: 'VariableChanges' }),
    config: z
      .strictObject({
        added: z.record(z.string(), anyJson),
        removed: z.record(z.string(), anyJson),
        changed: z.record(z.string(), changed),
      })
      .meta({ id: 'ConfigChanges' }),
    breaking: z.boolean().describe('whether callers of `from` could fail with `to`; never because of the config'),
    breakingChanges: z
      .array(breakingChange)
      .describe('the reasons, as in the `details` of 409 `breaking_change`; empty when there are none'),
  })
  .meta({ id: 'Difference' });

const renderedMessage = z
  .looseObject({ role: z.string().describe('who the message is from'), content: anyJson.optional() })
  .meta({
    id: 'RenderedMessage',
    description:
      'of the prompt: `{role, content}` with the final text; of a placeholder: as it was sent, whatever it has',
  });

export const rendering = z
  .strictObject({
    text: z.string().optional().describe('of a text'),
    messages: z.array(renderedMessage).optional().describe('of a chat'),
    config,
    version: versionNumber,
    hash: contentHash,
    fingerprint,
    includes: z
      .array(
        z
          .strictObject({ ...includeFields, by: z.enum([...SELECTION_RULES, 'lock']) })
          .meta({ id: 'RenderedInclude', description: 'an include, and the rule that selected its version' }),
      )
      .describe('everything included, directly or not, in order of first appearance'),
  })
  .meta({ id: 'Rendering' });

const promptCount = z.int().min(1).describe('the number of prompts');
export const tagCount = z.strictObject({ tag, count: promptCount }).meta({ id: 'TagCount' });
export const folderCount = z.strictObject({ folder: z.string(), count: promptCount }).meta({ id: 'FolderCount' });

export const importResult = z
  .strictObject({
    name: promptName,
    result: z.enum(IMPORT_RESULTS),
    details: z.array(errorDetail).optional().describe('of `breaking`: what it would break'),
    others,
    warnings: warnings.describe(
      `of the newest version, if it is imported or unchanged; up to ${WARNINGS_MAX}, and ${IMPORT_WARNINGS_MAX} for a whole document`,
    ),
  })
  .meta({ id: 'ImportResult' });
