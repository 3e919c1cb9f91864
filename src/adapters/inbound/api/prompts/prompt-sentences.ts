import type { BrokenIncluder } from '../../../../application/prompts/guard-includers.ts';
import type { LabelElsewhere } from '../../../../application/prompts/labels/roll-back-label.ts';
import type { LabelNotFound, TypeMismatch, VersionNotFound } from '../../../../application/prompts/missing-version.ts';
import { LATEST } from '../../../../domain/naming/label.ts';
import { parsePromptId, parsePromptName } from '../../../../domain/naming/prompt-name.ts';
import { PROBLEMS_MAX } from '../../../../domain/problem.ts';
import type { QuotaExceeded } from '../../../../domain/prompts/quotas.ts';
import type { RenderLimit } from '../../../../domain/templates/render-template.ts';
import { INCLUDE_BYTES_MAX, INCLUDE_DEPTH_MAX, STEPS_MAX } from '../../../../domain/templates/render-template.ts';
import { OUTPUT_BYTES_MAX } from '../../../../domain/templates/rendered-output.ts';
import { SECTION_DEPTH_MAX } from '../../../../domain/templates/template.ts';
import type { BreakingChange } from '../../../../domain/templates/variable-changes.ts';
import { NAME_RULE, type ProblemDetail } from '../../http/errors/describe-problems.ts';
import { limitList, printBytes, printList, printText } from '../../http/errors/printed-text.ts';

/** `reference` is a name or an id as the client wrote it, `meant` the name that was probably meant. */
export function noPrompt(reference: string, meant?: string): string {
  if (parsePromptId(reference)) return `No prompt has the id ${reference}.`;
  const problem = `No prompt named ${printText(reference)}.`;
  if (meant !== undefined) return `${problem} Did you mean ${meant}?`;
  if (parsePromptName(reference)) return problem;
  if (/%2f/i.test(reference)) return `${problem} Encode the name once, not twice.`;
  const lowerCase = parsePromptName(reference.toLowerCase());
  return lowerCase ? `${problem} Names are lowercase: try ${lowerCase}.` : `${problem} A name ${NAME_RULE}.`;
}

export function noLabel({ prompt, label, at }: Omit<LabelNotFound, 'kind'>): string {
  if (at) return `${prompt.name} had no label ${label} at ${at.toISOString()}.`;
  return `${prompt.name} has no label ${label}. Its labels: ${[...limitList([...prompt.labels.keys()]), LATEST].join(', ')}.`;
}

export function noVersion({ prompt, version, at }: Omit<VersionNotFound, 'kind'>): string {
  if (at) return `${prompt.name} had no version at ${at.toISOString()}.`;
  return `${prompt.name} has no version ${version}; the newest is ${prompt.latestVersion}.`;
}

export const otherType = ({ prompt: { name, type } }: Omit<TypeMismatch, 'kind'>): string =>
  type === 'text' ? `${name} is a text: send content, not messages.` : `${name} is a chat: send messages, not content.`;

export const protectedLabels = (labels: readonly string[]): string =>
  labels.length === 1
    ? `The label ${labels.join()} is protected. Move it in the dashboard.`
    : `The labels ${printList(labels)} are protected. Move them in the dashboard.`;

const CHANGES: Readonly<Record<BreakingChange['change'], string>> = {
  'added-required': 'is now required',
  removed: 'was removed',
  'type-changed': 'has another type',
  'enum-narrowed': 'allows fewer values',
  'member-added': 'is now read',
};

export const breakingChange = (changes: readonly BreakingChange[], cure: string): string =>
  `This would break callers: ${limitList(changes.map(({ path, change }) => `${path} ${CHANGES[change]}`)).join('; ')}. ${cure}`;

export const presentBreakingChange = ({ path, change }: BreakingChange): ProblemDetail => ({
  path,
  problem: change,
  message: `${change === 'member-added' ? 'Member' : 'Variable'} ${path} ${CHANGES[change]}.`,
});

const INCLUDER_PROBLEMS: Readonly<Record<BreakingChange['change'], (path: string) => string>> = {
  'added-required': (path) => `Variable ${path} is new and required.`,
  removed: (path) => `Variable ${path} was removed.`,
  'type-changed': (path) => `Variable ${path} has another type.`,
  'enum-narrowed': (path) => `Variable ${path} allows fewer values.`,
  'member-added': (path) => `Member ${path} is now read.`,
};

/** Why callers of labels of other prompts would fail, as far as a response names the reasons. */
export function presentBroken(broken: readonly BrokenIncluder[]) {
  const all = broken.flatMap(({ name, label, changes }) =>
    changes.map(
      ({ path, change }): ProblemDetail => ({
        path: `${name}@${label}`,
        problem: change,
        message: INCLUDER_PROBLEMS[change](path),
      }),
    ),
  );
  return { details: all.slice(0, PROBLEMS_MAX), others: Math.max(0, all.length - PROBLEMS_MAX) };
}

export function brokenIncluders(details: readonly ProblemDetail[], others: number, cure: string): string {
  const describe = ({ path, message }: ProblemDetail) =>
    `${path} (${message.charAt(0).toLowerCase()}${message.slice(1, -1)})`;
  const reasons = limitList(details.map(describe)).join('; ');
  const more = others > 0 ? `; ${others} others` : '';
  return `This would break prompts that include it: ${reasons}${more}. ${cure}`;
}

const QUOTAS: Readonly<Record<QuotaExceeded['quota'], string>> = {
  prompts: 'prompts of the account',
  versionsPerPrompt: 'versions of the prompt',
  contentBytes: 'bytes of content of the account',
};

export const quotaExceeded = ({ quota, used, limit }: QuotaExceeded): string =>
  `${used} of ${limit} ${QUOTAS[quota]} are used. Delete what is no longer needed, or ask the operator to raise limits.${quota}.`;

const RENDER_LIMITS: Readonly<Record<RenderLimit, string>> = {
  output: `The rendered prompt has more than ${printBytes(OUTPUT_BYTES_MAX)}.`,
  steps: `The rendering takes more than ${STEPS_MAX} steps. Use shorter lists or fewer sections.`,
  tags: 'The prompt has too many tags to be rendered.',
  'section-depth': `The sections of the prompt and its includes together are nested more than ${SECTION_DEPTH_MAX} levels deep.`,
  'include-depth': `The prompt includes others more than ${INCLUDE_DEPTH_MAX} levels deep.`,
  'include-bytes': `The included prompts have more than ${printBytes(INCLUDE_BYTES_MAX)} together.`,
};

export const renderLimit = (limit: RenderLimit): string => RENDER_LIMITS[limit];

export const labelElsewhere = ({ version }: LabelElsewhere, label: string): string =>
  version === undefined
    ? `The prompt does not have label ${label} now.`
    : `Label ${label} points to version ${version} now.`;
