import { Alert, List } from '@mantine/core';
import type { Problem } from '../../../../../../../domain/problem.ts';

/** What keeps the draft from being published, while it is being written. */
export function DraftProblems({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <div aria-live="polite">
      {problems.length > 0 && (
        <Alert color="red" title={problems.length === 1 ? 'One problem' : `${problems.length} problems`}>
          <List size="sm">
            {problems.map(({ path, problem }) => (
              <List.Item key={`${path} ${problem}`}>{inWords(path, problem)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  unused: 'is declared, but the text does not use it',
  undeclared: 'is used in the text, but not declared',
  malformed: 'is malformed',
  empty: 'is empty',
  type: 'does not fit the type',
  enum: 'is not one of the allowed values',
  duplicate: 'is there twice',
  'too-large': 'is too large',
  'too-long': 'is too long',
  'too-many': 'are too many',
};

/** As an author thinks of it: a variable by its name, a message by its number, the text not at all. */
export function inWords(path: string, problem: string): string {
  const what = path
    .replace(/^(content|includes)$/, '')
    .replace(/^variables\./, '')
    .replace(/^messages\.(\d+)\.\w+$/, (_, index) => `Message ${Number(index) + 1}:`);
  return `${what} ${WORDS[problem] ?? problem}`.trim();
}
