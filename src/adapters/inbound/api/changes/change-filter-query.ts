import { z } from 'zod';
import { changeTypes } from '../../../../domain/changes/change.ts';
import {
  type ChangeFilter,
  FILTER_LABELS_MAX,
  FILTER_TYPES_MAX,
  type PromptSelector,
  parsePromptSelector,
} from '../../../../domain/changes/change-filter.ts';
import { CHANGE_ID_PATTERN, type ParsedChangeId, parseChangeId } from '../../../../domain/changes/change-id.ts';
import { type Label, parseLabel } from '../../../../domain/naming/label.ts';
import { label } from '../../http/request/value-schemas.ts';

const parsedLabel = label.transform((text, context): Label => {
  const parsed = parseLabel(text);
  if (parsed) return parsed;
  context.addIssue('is not a label that can be moved');
  return z.NEVER;
});

const promptSelector = z.string().transform((text, context): PromptSelector => {
  const selector = parsePromptSelector(text);
  if (selector) return selector;
  context.addIssue('must be the id or the name of a prompt, or a folder such as support/*');
  return z.NEVER;
});

/** A parameter that may be repeated: the query has a text if it is given once. */
const repeated = <Schema extends z.ZodType>(schema: Schema, countMax: number) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(schema).max(countMax)).optional();

export const changeType = z.enum(changeTypes);

/** The filters of the feed and of streams. */
export const changeFilterFields = {
  type: repeated(changeType, FILTER_TYPES_MAX).describe('may be repeated; only changes of one of these types'),
  prompt: promptSelector
    .optional()
    .describe(
      'only changes of this prompt, by its id or its name, or of all prompts in a folder and below it: `support/*`. A rename matches with both names',
    ),
  label: repeated(parsedLabel, FILTER_LABELS_MAX).describe('may be repeated; only moves of one of these labels'),
};

export interface ChangeFilterQuery {
  readonly type?: ChangeFilter['types'] | undefined;
  readonly prompt?: PromptSelector | undefined;
  readonly label?: ChangeFilter['labels'] | undefined;
}

export const toChangeFilter = ({ type = [], prompt, label = [] }: ChangeFilterQuery): ChangeFilter => ({
  types: type,
  prompts: prompt === undefined ? [] : [prompt],
  labels: label,
});

/** Position before the oldest change of the feed. */
const OLDEST = '0';

export const changeId = z
  .string()
  .regex(CHANGE_ID_PATTERN)
  .describe('`<revision>-<n>-<check>`; the position in the feed');

export const afterParameter = z
  .string()
  .transform((text, context): ParsedChangeId | 'oldest' => {
    if (text === OLDEST) return 'oldest';
    const id = parseChangeId(text);
    if (id) return id;
    context.addIssue('must be the id of an event, or 0');
    return z.NEVER;
  })
  .optional()
  .meta({ pattern: `${CHANGE_ID_PATTERN.source}|^${OLDEST}$` });

/** The last change of the previous page. */
export const changeCursor = z
  .string()
  .transform((text, context): ParsedChangeId => {
    const id = parseChangeId(text);
    if (id) return id;
    context.addIssue('is not a cursor of this list');
    return z.NEVER;
  })
  .optional();
