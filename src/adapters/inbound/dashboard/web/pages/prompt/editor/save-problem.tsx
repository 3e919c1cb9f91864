import { Alert, Button, Text } from '@mantine/core';
import { ApiProblem } from '../../../api/request.ts';
import { BreakingChanges } from '../workspace/breaking-changes.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';

interface SaveProblemProps {
  readonly problem: unknown;
  readonly onSaveWithoutLabels: () => void;
}

export function SaveProblem({ problem, onSaveWithoutLabels }: SaveProblemProps) {
  if (problem instanceof ApiProblem && problem.code === 'breaking_change') {
    return (
      <Alert className="notice" color="yellow" title="Not saved: it would break callers of these labels" role="alert">
        <BreakingChanges changes={problem.body.details ?? []} />
        <Text size="sm" my="xs">
          Save it without labels, and promote it when its callers are ready.
        </Text>
        <Button variant="default" onClick={onSaveWithoutLabels}>
          Save without labels
        </Button>
      </Alert>
    );
  }
  if (problem instanceof ApiProblem && problem.status === 412) {
    return (
      <Alert className="notice" color="yellow" title="Not saved: a newer version was published first" role="alert">
        It was published while you were editing. Above the template you can load it, or keep your text and save it as
        the next version.
      </Alert>
    );
  }
  return <ChangeProblem problem={problem} title="Not saved" />;
}
