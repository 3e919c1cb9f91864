import { List } from '@mantine/core';
import type { ApiProblem } from '../../../api/request.ts';

const WORDS: Readonly<Record<string, string>> = {
  'added-required': 'must now be given by every caller',
  removed: 'is gone; callers who still give it are refused',
  'type-changed': 'has another type',
};

/** Each variable that would break callers, and how. */
export function BreakingChanges({ problem }: { readonly problem: ApiProblem }) {
  return (
    <List size="sm">
      {(problem.body.details ?? []).map(({ path, problem: change }) => (
        <List.Item key={`${path} ${change}`}>
          <span className="code-text">{path}</span> {WORDS[change] ?? change}
        </List.Item>
      ))}
    </List>
  );
}
