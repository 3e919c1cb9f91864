import { z } from 'zod';
import type { FileProblem } from '../../../../../domain/prompts/file-problem.ts';
import { PROMPT_TYPES } from '../../../../../domain/prompts/prompt.ts';
import { VARIABLE_TYPES } from '../../../../../domain/templates/variables.ts';
import { isObject, type JsonList, type JsonObject, type JsonValue } from '../../../../../domain/text/json.ts';
import { printYaml, sortKeys } from './yaml-printing.ts';
import { type LineOf, readYaml } from './yaml-reading.ts';

export type FrontMatterOutcome =
  | { readonly kind: 'fields'; readonly fields: FrontMatter; readonly lineOf: LineOf }
  | { readonly kind: 'invalid'; readonly problems: readonly FileProblem[] };

const text = z.string('must be a text; put it in quotes if it looks like something else');

// Values from YAML are JSON already, so these only say so to the compiler.
const json = z.custom<JsonValue>((value) => value !== undefined);
const jsonList = z.custom<JsonList>(Array.isArray, 'must be a list');
const jsonObject = z.custom<JsonObject>(isObject, 'must be an object');

const variable = z.strictObject({
  name: text,
  type: z.enum(VARIABLE_TYPES, `must be one of ${VARIABLE_TYPES.join(', ')}`).default('string'),
  required: z.boolean('must be true or false').default(true),
  default: json.optional(),
  enum: jsonList.optional(),
  description: text.optional(),
});

/** A variable as a file declares it. */
export type FileVariable = z.output<typeof variable>;

const frontMatter = z.strictObject(
  {
    name: text.optional(),
    type: z.enum(PROMPT_TYPES, 'must be text or chat'),
    description: text.optional(),
    tags: z.array(text, 'must be a list').readonly().optional(),
    variables: z.array(variable, 'must be a list').readonly().optional(),
    config: jsonObject.optional(),
  },
  'must be fields such as `type: text`',
);

/** Fields between the two `---` lines. */
export type FrontMatter = z.output<typeof frontMatter>;

export type WholeFrontMatter = { readonly [Field in keyof FrontMatter]-?: NonNullable<FrontMatter[Field]> };

/** Prints all six fields in this order, even empty ones, because a field that is left out stays as it is. */
export function printFrontMatter({ name, type, description, tags, variables, config }: WholeFrontMatter): string {
  return printYaml({
    name,
    type,
    description,
    tags: tags.toSorted(),
    variables: variables.map(toJson),
    config: sortKeys(config),
  });
}

const toJson = ({ name, type, required, default: fallback, enum: values, description }: FileVariable): JsonObject => ({
  name,
  type,
  required,
  ...(fallback !== undefined && { default: sortKeys(fallback) }),
  ...(values !== undefined && { enum: sortKeys(values) }),
  ...(description !== undefined && { description }),
});

export function parseFrontMatter(yaml: string, firstLine: number): FrontMatterOutcome {
  const read = readYaml(yaml, firstLine);
  if (read.kind === 'invalid') return read;
  const parsed = frontMatter.safeParse(read.value);
  if (parsed.success) return { kind: 'fields', fields: parsed.data, lineOf: read.lineOf };
  return { kind: 'invalid', problems: parsed.error.issues.flatMap((issue) => toProblems(issue, read.lineOf)) };
}

function toProblems(issue: z.core.$ZodIssue, lineOf: LineOf): readonly FileProblem[] {
  const path = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') {
    return [
      { line: lineOf(path), problem: path === '' ? `the front matter ${issue.message}` : `${path} ${issue.message}` },
    ];
  }
  const allowed = Object.keys(path === '' ? frontMatter.shape : variable.shape).join(', ');
  return issue.keys.map((key) => {
    const place = path === '' ? key : `${path}.${key}`;
    return { line: lineOf(place), problem: `${place} is not known here; known are ${allowed}` };
  });
}
