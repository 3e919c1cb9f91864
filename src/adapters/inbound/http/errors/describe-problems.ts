import { LABELS_MAX } from '../../../../domain/naming/label.ts';
import { NAME_CHARACTERS_MAX, NAME_SEGMENTS_MAX } from '../../../../domain/naming/prompt-name.ts';
import { TAG_CHARACTERS_MAX, TAGS_MAX } from '../../../../domain/naming/tag.ts';
import type { Problem, ProblemCode } from '../../../../domain/problem.ts';
import { DESCRIPTION_CHARACTERS_MAX } from '../../../../domain/prompts/prompt.ts';
import { MESSAGE_CHARACTERS_MAX } from '../../../../domain/prompts/prompt-version.ts';
import { CONFIG_BYTES_MAX, CONTENT_BYTES_MAX, MESSAGES_MAX } from '../../../../domain/templates/prompt-content.ts';
import { VARIABLES_MAX } from '../../../../domain/templates/variables.ts';
import { WEBHOOK_URL_CHARACTERS_MAX } from '../../../../domain/webhooks/webhook-url.ts';
import { printBytes, printText } from './printed-text.ts';

/** More than this many problems are only counted: `details` has them all. */
const DESCRIBED_MAX = 5;
const PROBLEM_CHARACTERS_MAX = 300;

export const NAME_RULE = `must have 1 to ${NAME_SEGMENTS_MAX} parts of a-z, 0-9, . _ - joined by /`;
export const LABEL_RULE = 'must be a lowercase letter followed by up to 35 of a-z, 0-9, . _ -';
const VARIABLE_RULE = 'must be a letter or _ followed by up to 63 of A-Z, a-z, 0-9, _';

type PathRules = readonly (readonly [path: RegExp, predicate: string])[];

/** The codes that mean more with the path that they are reported for. */
const PREDICATES: Readonly<Partial<Record<ProblemCode, PathRules>>> = {
  malformed: [
    [/(^|\.)name$/, NAME_RULE],
    [/(^|\.)(labels\.\d+|label|history\.\d+)$/, LABEL_RULE],
    [/(^|\.)tags\.\d+$/, `must be 1 to ${TAG_CHARACTERS_MAX} of a-z, 0-9, . _ -`],
    [/placeholder$/, VARIABLE_RULE],
    [/config$/, 'must be a JSON object'],
    [/^url$/, 'must be a URL that begins with https:// or http://'],
    [/^prompts\.\d+$/, 'must be the id or the name of a prompt, or a folder such as support/*'],
  ],
  'too-long': [
    [/(^|\.)name$/, `must have at most ${NAME_CHARACTERS_MAX} characters`],
    [/^variables\./, 'must have at most 500 characters'],
    [/description$/, `must have at most ${DESCRIPTION_CHARACTERS_MAX} characters`],
    [/^url$/, `must have at most ${WEBHOOK_URL_CHARACTERS_MAX} characters`],
    [/message$/, `must have at most ${MESSAGE_CHARACTERS_MAX} characters`],
  ],
  'too-many': [
    [/tags$/, `must have at most ${TAGS_MAX} entries`],
    [/labels$/, `must have at most ${LABELS_MAX} entries`],
    [/messages$/, `must have at most ${MESSAGES_MAX} entries`],
    [/variables$/, `must have at most ${VARIABLES_MAX} entries`],
  ],
  'too-large': [
    [/(content|messages)$/, `must have at most ${printBytes(CONTENT_BYTES_MAX)}`],
    [/config$/, `must have at most ${printBytes(CONFIG_BYTES_MAX)}`],
  ],
};

const GENERAL: Readonly<Record<ProblemCode, string>> = {
  malformed: 'is malformed',
  missing: 'is missing',
  unknown: 'is unknown',
  type: 'does not have the declared type',
  enum: 'is not one of the allowed values',
  empty: 'must not be empty',
  duplicate: 'is given twice',
  reserved: 'cannot be set: latest always is the newest version',
  unused: 'is declared but not used',
  undeclared: 'is used but not declared',
  'too-long': 'is too long',
  'too-short': 'is too short',
  'too-many': 'has too many entries',
  'too-few': 'has too few entries',
  'too-large': 'is too large',
  'too-deep': 'is nested too deeply',
  'too-many-segments': `must have at most ${NAME_SEGMENTS_MAX} parts`,
  'looks-like-an-id': 'must not look like the id of a prompt',
  'other-scheme': 'must begin with https:// or http://',
  'user-info': 'must not contain a user name or a password',
  'out-of-range': 'is out of range',
  'out-of-order': 'is out of order',
  mismatch: 'does not match',
  conflicting: 'cannot be combined with another field',
  'not-found': 'does not exist',
  'not-text': 'is a chat',
  circular: 'includes itself',
  unbalanced: 'has a section that is not closed or was never opened',
  weak: 'is too easy to guess',
  wrong: 'is wrong',
  blocked: 'is blocked',
  'secret-lost': 'has lost its secret',
  unchanged: 'changes nothing',
  'added-required': 'is now required',
  removed: 'was removed',
  'type-changed': 'has another type',
  'enum-narrowed': 'allows fewer values',
  'member-added': 'is now read',
  output: 'has too long an output',
  steps: 'takes too many steps',
  tags: 'has too many tags',
  'section-depth': 'has sections that are nested too deeply',
  'include-depth': 'has includes that are nested too deeply',
  'include-bytes': 'has includes that are too large',
  exceeded: 'is exceeded',
  included: 'includes this prompt',
  protected: 'is protected',
  'not-expressible': 'cannot be expressed',
  unsupported: 'is not supported',
  'clock-off': 'is off',
};

/** A problem that continues a sentence which begins with its path. Others are sentences of their own. */
const IS_PREDICATE = /^(is|are|has|have|must|can|cannot|does|do|contains|belongs|would|moves|points)\b/;

/** An entry of `details`. */
export interface ProblemDetail {
  readonly path: string;
  readonly problem: ProblemCode;
  /** A sentence. */
  readonly message: string;
}

/** The entries of `details`, each with a sentence of its own. */
export const detailsOf = (problems: readonly Problem[], noun?: string): readonly ProblemDetail[] =>
  problems.map((each) => ({ path: each.path, problem: each.problem, message: describeProblems([each], noun) }));

/** One sentence about all problems of a request: `Field name is missing; tags.0 is given twice.` */
export function describeProblems(problems: readonly Problem[], noun = 'Field'): string {
  const described = problems.slice(0, DESCRIBED_MAX).map((problem, index) => {
    const { path } = problem;
    const text = describeProblem(problem);
    const isNamed = path !== '' && path !== 'includes' && text.startsWith(printText(path));
    return index === 0 && isNamed ? `${noun} ${text}` : text;
  });
  const rest = problems.length - described.length;
  if (rest > 0) described.push(rest === 1 ? '1 more problem' : `${rest} more problems`);
  return `${capitalize(described.join('; '))}.`;
}

function describeProblem(problem: Problem): string {
  const { path } = problem;
  const text = toPredicate(problem);
  if (path === '') return IS_PREDICATE.test(text) ? `the body ${text}` : text;
  if (!IS_PREDICATE.test(text)) return path === 'includes' ? text : `${printText(path)}: ${text}`;
  return `${printText(path)} ${text}`;
}

/** The rest of a sentence that begins with the path, or a sentence of its own. */
export function toPredicate({ path, problem, text }: Problem): string {
  if (text === undefined) {
    if (isVariableName(path) && problem === 'malformed') return VARIABLE_RULE;
    return PREDICATES[problem]?.find(([pattern]) => pattern.test(path))?.[1] ?? GENERAL[problem];
  }
  const said = text.replace(/^is an unknown (field|parameter)/, 'is unknown');
  return said.length > PROBLEM_CHARACTERS_MAX ? `${said.slice(0, PROBLEM_CHARACTERS_MAX)}…` : said;
}

const isVariableName = (path: string): boolean => /variables\.\d+\.name$/.test(path);

/** Sentences that begin with our words. Others begin with a path or the name of a prompt, which stay as they are. */
const BEGINS_WITH_OUR_WORDS = /^(the body|includes|no text prompt named) /;

const capitalize = (text: string): string =>
  BEGINS_WITH_OUR_WORDS.test(text) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
