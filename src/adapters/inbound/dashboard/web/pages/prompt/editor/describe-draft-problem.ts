import type { Problem } from '../../../../../../../domain/problem.ts';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  unused: 'is customized, but the text does not use it',
  undeclared: 'is in the text, but has no settings',
  malformed: 'is malformed',
  empty: 'is empty',
  type: 'does not match the type',
  enum: 'is not one of the allowed values',
  duplicate: 'is duplicated',
  'too-large': 'is too large',
  'too-long': 'is too long',
  'too-many': 'has too many entries',
};

/** Whether the problem is in the text or the messages, which then cannot be rendered. */
export const isContentProblem = ({ path }: Problem): boolean => /^(content|messages)(\.|$)/.test(path);

/** Names variables by their name and messages by their number. */
export function describeDraftProblem({ path, problem, text = '' }: Problem): string {
  const placeholder = /^messages\.(\d+)\.placeholder$/.exec(path);
  if (placeholder) return `Placeholder ${Number(placeholder[1]) + 1} needs a name`;
  const predicate = text === '' ? DESCRIPTIONS[problem] : text.startsWith('has ') ? text : undefined;
  if (predicate) return `${describeSubject(path)} ${predicate}`;
  const sentence = text.replace(/^section (\w+) /, 'Section “$1” ');
  return /^(content|includes)$/.test(path) ? sentence : `${describeSubject(path)}: ${sentence}`;
}

const describeSubject = (path: string): string =>
  path
    .replace(/^content$/, 'The text')
    .replace(/^messages$/, 'The chat')
    .replace(/^messages\.(\d+)\.\w+$/, (_, index) => `Message ${Number(index) + 1}`)
    .replace(/^config$/, 'The config')
    .replace(/^variables\./, '');
