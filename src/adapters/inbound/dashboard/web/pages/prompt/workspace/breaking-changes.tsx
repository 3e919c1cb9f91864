import { List } from '@mantine/core';
import type { ApiProblem } from '../../../api/request.ts';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'added-required': 'is now required from every caller',
  removed: 'was removed; callers that still send it are rejected',
  'type-changed': 'has a different type',
};

/** Each variable that would break callers, and why. */
export function BreakingChanges({ problem }: { readonly problem: ApiProblem }) {
  return (
    <List size="sm">
      {(problem.body.details ?? []).map(({ path, problem: change }) => (
        <List.Item key={`${path} ${change}`}>
          <span className="code-text">{path}</span> {DESCRIPTIONS[change] ?? change}
        </List.Item>
      ))}
    </List>
  );
}
