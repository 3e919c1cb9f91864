import { Alert, List } from '@mantine/core';
import type { Problem } from '../../../../../../../domain/problem.ts';
import { describeDraftProblem } from './describe-draft-problem.ts';

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
