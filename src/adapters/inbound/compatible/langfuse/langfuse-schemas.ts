import { z } from 'zod';
import { NUMBERED_PROMPTS_MAX } from '../../../../application/prompts/catalog/list-numbered-page.ts';
import { LABELS_MAX } from '../../../../domain/naming/label.ts';
import { PROMPT_TYPES } from '../../../../domain/prompts/prompt.ts';
import { ROLES } from '../../../../domain/templates/prompt-content.ts';
import { isObject } from '../../../../domain/text/json.ts';
import { because, describeIssue, problemsOf } from '../../http/request/describe-issue.ts';
import { listOf } from '../../http/request/list-of.ts';

/** The shapes of requests. As in Langfuse, unknown fields are ignored and null is the same as absent. */

/** Some clients send parameters without a value. */
const parameter = z
  .string()
  .transform((text) => (text === '' ? undefined : text))
  .optional();

export const readQuerySchema = z
  .object({
    label: parameter,
    version: parameter.pipe(z.string().regex(/^\d+$/, 'must be the number of a version').optional()),
    resolve: parameter,
  })
  .refine(({ label, version }) => label === undefined || version === undefined, {
    path: ['version'],
    ...because('conflicting', 'cannot be combined with label'),
  });

const LIMIT_MAX = 100;

const wholeNumber = (defaultValue: number, max: number) => {
  const rule = `must be a number from 1 to ${max}`;
  const number = z
    .string()
    .regex(/^[1-9]\d{0,5}$/, rule)
    .transform(Number)
    .refine((number) => number <= max, because('out-of-range', rule));
  return parameter.pipe(number.default(defaultValue));
};

const time = parameter.pipe(
  z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
);

export const listQuerySchema = z
  .object({
    name: parameter,
    label: parameter,
    tag: parameter,
    page: wholeNumber(1, NUMBERED_PROMPTS_MAX),
    limit: wholeNumber(10, LIMIT_MAX),
    fromUpdatedAt: time,
    toUpdatedAt: time,
  })
  .refine(({ page, limit }) => page * limit <= NUMBERED_PROMPTS_MAX, {
    path: ['page'],
    ...because('out-of-range', `must not lead beyond ${NUMBERED_PROMPTS_MAX} prompts`),
  });

/** Either parameter would delete less than a whole prompt. */
export const deleteQuerySchema = z.object({ version: z.unknown().optional(), label: z.unknown().optional() });

/** Longer texts are cut anyway, but would take long to be made valid. */
const foreignText = z.string().max(1000);

const placeholder = z.object({ type: z.literal('placeholder'), name: z.string() });
/** Clients may send another type with it, such as `chatmessage`. */
const message = z.object({ role: z.enum(ROLES), content: z.string() });

const messages = listOf(
  z.union([placeholder, message], {
    error: `must be {role, content} with a role among ${ROLES.join(', ')}, or {type: "placeholder", name}`,
  }),
);

/** The fields in which a message calls tools. They would be lost; other unknown fields mean nothing and are ignored. */
const LOST_FIELDS = ['tool_calls', 'tool_call_id', 'function_call'];
const LOST = 'is not supported: the messages of a prompt are text. Pass such messages through a placeholder';

const findLostFields = (value: unknown): readonly [number, string][] =>
  (Array.isArray(value) ? value : []).flatMap((each: unknown, index) =>
    LOST_FIELDS.filter((field) => isObject(each) && !isNothing(each[field])).map((field): [number, string] => [
      index,
      field,
    ]),
  );

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** A union of both would not say what is wrong with which message. */
const textOrMessages = z.unknown().transform((value, context) => {
  if (typeof value === 'string') return value;
  const lost = findLostFields(value);
  if (lost.length > 0) {
    for (const path of lost) context.addIssue({ code: 'custom', path, ...because('unsupported', LOST) });
    return z.NEVER;
  }
  const parsed = messages.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  for (const { path, problem, text = '' } of problemsOf(parsed.error)) {
    context.addIssue({ code: 'custom', path: path === '' ? [] : path.split('.'), ...because(problem, text) });
  }
  return z.NEVER;
});

const labels = listOf(z.string()).max(LABELS_MAX);

export const newPromptSchema = z
  .object({
    name: foreignText,
    prompt: textOrMessages,
    type: z.enum(PROMPT_TYPES).nullish(),
    labels: labels.nullish(),
    tags: listOf(foreignText).nullish(),
    config: z.unknown().optional(),
    commitMessage: z.string().nullish(),
    isActive: z.boolean().nullish(),
  })
  .superRefine(({ prompt, type }, context) => {
    if (type == null || (type === 'text') === (typeof prompt === 'string')) return;
    const expected = type === 'text' ? 'a text' : 'a list of messages';
    context.addIssue({ code: 'custom', path: ['prompt'], ...because('type', `must be ${expected}, like its type`) });
  });

export type NewPrompt = z.output<typeof newPromptSchema>;

export const newLabelsSchema = z.object({ newLabels: labels });
