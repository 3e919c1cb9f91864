import { Alert, List } from '@mantine/core';
import type { Problem } from '../../../../../../../domain/problem.ts';

/** Why the draft cannot be published, updated while it is edited. */
export function DraftProblems({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <div aria-live="polite">
      {problems.length > 0 && (
        <Alert color="red" title={problems.length === 1 ? 'One problem' : `${problems.length} problems`}>
          <List size="sm">
            {problems.map(({ path, problem }) => (
              <List.Item key={`${path} ${problem}`}>{describeDraftProblem(path, problem)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  );
}

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

/** Names variables by their name and messages by their number; the content of a text needs no name. */
export function describeDraftProblem(path: string, problem: string): string {
  const placeholder = /^messages\.(\d+)\.placeholder$/.exec(path);
  if (placeholder) return `Placeholder ${Number(placeholder[1]) + 1} needs a name`;
  const subject = path
    .replace(/^(content|includes)$/, '')
    .replace(/^variables\./, '')
    .replace(/^config$/, 'Config')
    .replace(/^messages\.(\d+)\.\w+$/, (_, index) => `Message ${Number(index) + 1}`);
  const description = DESCRIPTIONS[problem];
  if (subject !== '') return description ? `${subject} ${description}` : `${subject}: ${quoteSection(problem)}`;
  const text = description ?? quoteSection(problem);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Puts the name of a section in quotes; any other text stays. */
const quoteSection = (problem: string): string => problem.replace(/^section (\w+) /, 'Section “$1” ');
