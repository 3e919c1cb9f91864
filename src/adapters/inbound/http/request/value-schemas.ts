import { z } from 'zod';
import { ACCOUNT_ID_PATTERN } from '../../../../domain/accounts/account.ts';
import { API_KEY_PATTERN } from '../../../../domain/accounts/api-key-pattern.ts';
import { CHANGE_ID_PATTERN } from '../../../../domain/changes/change-id.ts';
import { channels } from '../../../../domain/channel.ts';
import { LABEL_PATTERN } from '../../../../domain/naming/label.ts';
import {
  NAME_CHARACTERS_MAX,
  NAME_PATTERN,
  NAME_SEGMENTS_MAX,
  PROMPT_ID_PATTERN,
} from '../../../../domain/naming/prompt-name.ts';
import { TAG_CHARACTERS_MAX, TAG_PATTERN } from '../../../../domain/naming/tag.ts';
import { PROMPT_TYPES } from '../../../../domain/prompts/prompt.ts';
import { CONTENT_HASH_PATTERN } from '../../../../domain/prompts/prompt-version.ts';
import { ROLES } from '../../../../domain/templates/prompt-content.ts';
import { VARIABLE_NAME_PATTERN } from '../../../../domain/templates/variable-name.ts';
import { VARIABLE_TYPES } from '../../../../domain/templates/variables.ts';
import { isObject } from '../../../../domain/text/json.ts';
import { WEBHOOK_ID_PATTERN } from '../../../../domain/webhooks/webhook.ts';

/**
 * The values that requests and responses consist of.
 * The patterns of texts in requests are documentation only: the domain checks them, and says what is wrong.
 */

const documented = (pattern: RegExp, description: string, others: object = {}) =>
  z.string().meta({ pattern: pattern.source, description, ...others });

/** A text that `parse` accepts, as what it returns. `problem` is reported for any other. */
export const parsedBy = <Value>(
  parse: (text: string) => Value | undefined,
  problem: string,
  schema: z.ZodString = z.string(),
) =>
  schema.transform((text, context): Value => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue(problem);
    return z.NEVER;
  });

export const timestamp = z.iso.datetime({ precision: 3 }).meta({
  // Shorter than the one of zod, which also knows the length of every month.
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'ISO 8601, UTC, milliseconds',
});

/** A moment as a caller writes it, with any offset. */
export const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .meta({ pattern: undefined });

/** Date or time in a query. Clients need the format only, not the pattern that knows the length of every month. */
export const dateOrTime = z
  .union([z.iso.datetime({ offset: true }).meta({ pattern: undefined }), z.iso.date().meta({ pattern: undefined })], {
    error: 'must be a date or a date-time in ISO 8601',
  })
  .transform((text) => new Date(text));

export const apiKey = z.string().regex(API_KEY_PATTERN).describe('`ph_` and 64 hexadecimal characters');
export const accountId = z.string().regex(ACCOUNT_ID_PATTERN);
export const channel = z
  .enum(channels)
  .meta({ id: 'Channel', description: 'the interface that a change came through' });

export const promptId = z.string().regex(PROMPT_ID_PATTERN).describe('stays the same when the prompt is renamed');
export const promptName = documented(
  NAME_PATTERN,
  `1 to ${NAME_SEGMENTS_MAX} parts of a-z, 0-9, . _ - joined by /; up to ${NAME_CHARACTERS_MAX} characters`,
  { maxLength: NAME_CHARACTERS_MAX },
);
export const promptType = z
  .enum(PROMPT_TYPES)
  .meta({ id: 'PromptType', description: 'fixed when a prompt is created' });
export const label = documented(LABEL_PATTERN, 'a lower-case letter followed by up to 35 of a-z, 0-9, . _ -');
export const tag = documented(TAG_PATTERN, `up to ${TAG_CHARACTERS_MAX} of a-z, 0-9, . _ -`);
export const versionNumber = z.int().min(1);
export const contentHash = z
  .string()
  .regex(CONTENT_HASH_PATTERN)
  .describe('of type, content or messages, variables and config');

export const fingerprint = z
  .string()
  .regex(CONTENT_HASH_PATTERN)
  .describe('of the version with everything it includes; its hash if it includes nothing');

export const role = z.enum(ROLES).meta({ id: 'Role', description: 'who a message is from' });
export const variableName = documented(
  VARIABLE_NAME_PATTERN,
  'a letter or _ followed by up to 63 letters, digits or _',
);
export const variableType = z
  .enum(VARIABLE_TYPES)
  .meta({ id: 'VariableType', description: 'of the values of a variable' });

/** Parsed JSON needs no further check: its depth was limited when it was read. */
export const anyJson = z.unknown().describe('any JSON value');

/** An object of any JSON values, whose members a record would check and copy one by one: a body has room for 50,000. */
export const anyJsonObject = z
  .unknown()
  .superRefine((value, { addIssue }) => {
    if (!isObject(value)) addIssue({ code: 'invalid_type', expected: 'record', input: value });
  })
  .meta({
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: { description: anyJson.description },
  }) as z.ZodType<Readonly<Record<string, unknown>>>;

/** The variable parts of paths, by their names. */
export const pathParameters: Readonly<Record<string, z.ZodType>> = {
  ref: documented(NAME_PATTERN, 'a prompt by its id or its URL-encoded name: `support/reply` is `support%2Freply`', {
    maxLength: NAME_CHARACTERS_MAX,
  }),
  label: label.describe('a label'),
  n: versionNumber.describe('a version number'),
  id: z.string().regex(WEBHOOK_ID_PATTERN).describe('a webhook'),
  eventId: z.string().regex(CHANGE_ID_PATTERN).describe('the id of an event'),
};
