import type { z } from 'zod';
import { PROBLEM_CODES, type Problem, type ProblemCode } from '../../../../domain/problem.ts';
import { nearest } from '../../../text/nearest-name.ts';
import { printList } from '../errors/printed-text.ts';
import { PROBLEMS_MAX } from './json-safety.ts';

type RawIssue = z.core.$ZodRawIssue;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be a time such as 2026-01-31T12:00:00.000Z',
  date: 'must be a date such as 2026-01-31',
};

/** Describes every issue that our schemas can find, in our words: those of zod may change with any release of it. */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return MISSING;
      return `must be ${TYPES[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${printList(issue.values.map(String), 'or')}`;
    case 'too_small':
      return describeSize(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return describeSize(issue.origin, 'at most', issue.maximum);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'is malformed';
    case 'unrecognized_keys':
      return fieldsOf(issue).join(' ');
    default:
      return 'is not valid';
  }
}

/** Describes an issue of a query, where everything is text: a list means that the parameter is repeated. */
export function describeQueryIssue(issue: RawIssue): string {
  if (issue.code === 'invalid_type' && Array.isArray(issue.input)) return REPEATED;
  return describeIssue(issue);
}

function describeSize(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `must have ${bound} ${size} characters`;
  return origin === 'array' ? `must have ${bound} ${size} entries` : `must be ${bound} ${size}`;
}

/** The fields of the object that has unknown ones. */
function fieldsOf({ inst }: RawIssue): readonly string[] {
  const definition: unknown = inst?._zod.def;
  const isObject = typeof definition === 'object' && definition !== null && 'shape' in definition;
  return isObject ? Object.keys(definition.shape as object) : [];
}

/** A problem that a check of ours reports: the code, and the rest of a sentence that begins with the path. */
export const because = (problem: ProblemCode, message: string) => ({ message, params: { problem } });

const MISSING = 'is missing';
const REPEATED = 'is given more than once';

/** Checks of ours that name no code are about the form of a text. */
function codeOf(issue: z.core.$ZodIssue): ProblemCode {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message === REPEATED) return 'duplicate';
      return issue.message === MISSING ? 'missing' : 'type';
    case 'invalid_value':
      return 'enum';
    case 'too_small':
      return SIZES[issue.origin]?.[0] ?? 'out-of-range';
    case 'too_big':
      return SIZES[issue.origin]?.[1] ?? 'out-of-range';
    case 'custom':
      return PROBLEM_CODES.find((code) => code === issue.params?.['problem']) ?? 'malformed';
    default:
      return 'malformed';
  }
}

const SIZES: Readonly<Record<string, readonly [tooSmall: ProblemCode, tooBig: ProblemCode]>> = {
  string: ['too-short', 'too-long'],
  array: ['too-few', 'too-many'],
};

/** Explains why a value fits no schema of a union, by the schema that knows most of its fields: it was probably meant. */
function closestIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [closest, next] = issue.errors
    .map((issues) => ({ issues, unknown: issues.flatMap((each) => ('keys' in each ? each.keys : [])).length }))
    .toSorted((one, other) => one.unknown - other.unknown);
  if (!closest || closest.unknown === next?.unknown) return [issue];
  return closest.issues.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

/** The problems that zod found, as the API reports them. `noun` is what the names of the outermost object name. */
export function problemsOf(error: z.ZodError, noun: 'field' | 'parameter' = 'field'): readonly Problem[] {
  const problems = error.issues.flatMap(closestIssues).flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, problem: codeOf(issue), text: issue.message }];
    // The message of this issue is the list of the known fields.
    const known = issue.message.split(' ');
    return issue.keys.slice(0, PROBLEMS_MAX).map((key) => {
      const meant = nearest(key, known);
      const suggestion = meant === undefined || meant === '' ? '' : ` (did you mean ${meant}?)`;
      return {
        path: path === '' ? key : `${path}.${key}`,
        problem: 'unknown' as const,
        text: `is an unknown ${noun}${suggestion}`,
      };
    });
  });
  return problems.slice(0, PROBLEMS_MAX);
}
