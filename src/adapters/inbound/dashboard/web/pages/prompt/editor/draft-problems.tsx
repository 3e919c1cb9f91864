import { Alert, type AlertProps, List } from '@mantine/core';
import type { Problem } from '../../../../../../../domain/problem.ts';
import { describeDraftProblem } from './describe-draft-problem.ts';

interface DraftProblemsProps {
  readonly problems: readonly Problem[];
}

/** Why the draft cannot be published, updated while it is edited. */
export function DraftProblems({ problems }: DraftProblemsProps) {
  return (
    <div aria-live="polite">
      {problems.length > 0 && (
        <ProblemList
          color="red"
          title={problems.length === 1 ? 'One problem' : `${problems.length} problems`}
          problems={problems}
        />
      )}
    </div>
  );
}

export function ProblemList({ problems, ...alert }: DraftProblemsProps & AlertProps) {
  return (
    <Alert {...alert}>
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={JSON.stringify(problem)}>{describeDraftProblem(problem)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
