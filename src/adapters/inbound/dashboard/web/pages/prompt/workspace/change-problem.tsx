import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem } from '../../../api/http/request.ts';
import { ProblemNotice } from '../../../components/problem-notice.tsx';

const EXPLANATIONS: Readonly<Record<string, string>> = {
  included_by: 'Other prompts include this one and would break:',
  archived: 'The prompt is archived. Unarchive it first.',
  nothing_to_roll_back: 'This label has not moved since it was created, so there is no move to take back.',
  conflict: 'The prompt was changed by another request at the same time. Try again.',
  precondition_failed: 'The prompt has changed since this page was loaded. Review it, then try again.',
  version_not_found: 'There is no such version.',
  name_taken: 'Another prompt has this name.',
};

interface ChangeProblemProps {
  readonly problem: unknown;
  readonly title: string;
  readonly onRetry?: () => unknown;
}

/** Explains a rejected change of a prompt in more detail than the API does. */
export function ChangeProblem({ problem, title, onRetry }: ChangeProblemProps) {
  const explanation = problem instanceof ApiProblem ? EXPLANATIONS[problem.code] : undefined;
  if (!(problem instanceof ApiProblem) || explanation === undefined)
    return <ProblemNotice problem={problem} title={title} {...(onRetry && { onRetry })} />;
  const details = problem.body.details ?? [];
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <Text size="sm">{explanation}</Text>
      {details.length > 0 && (
        <List size="sm" mt={4}>
          {details.map(({ path }) => (
            <List.Item key={path}>{path}</List.Item>
          ))}
        </List>
      )}
      {onRetry && (
        <Button mt="xs" size="xs" variant="default" onClick={() => onRetry()}>
          Retry
        </Button>
      )}
    </Alert>
  );
}
