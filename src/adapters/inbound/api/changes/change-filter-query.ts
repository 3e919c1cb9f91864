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
import { parseLabel } from '../../../../domain/naming/label.ts';
import { label, parsedBy } from '../../http/request/value-schemas.ts';

const parsedLabel = parsedBy(parseLabel, 'is not a label that can be moved', label);

const promptSelector = parsedBy(
  parsePromptSelector,
  'must be the id or the name of a prompt, or a folder such as support/*',
);

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

export const afterParameter = parsedBy(
  (text): ParsedChangeId | 'oldest' | undefined => (text === OLDEST ? 'oldest' : parseChangeId(text)),
  'must be the id of an event, or 0',
)
  .optional()
  .meta({ pattern: `${CHANGE_ID_PATTERN.source}|^${OLDEST}$` });

/** The last change of the previous page. */
export const changeCursor = parsedBy(parseChangeId, 'is not a cursor of this list').optional();
