import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem } from '../../../api/request.ts';
import { ProblemNotice } from '../../../components/problem-notice.tsx';

const EXPLAINED: Readonly<Record<string, string>> = {
  included_by: 'Other prompts include this one, and would break:',
  archived: 'The prompt is archived. Take it out of the archive first.',
  nothing_to_roll_back: 'This label has not been moved yet, so there is no version to go back to.',
  conflict: 'Somebody else changed the prompt at the same moment. Try again.',
  precondition_failed: 'The prompt has been changed since this page was loaded. Look at it again, then try again.',
  version_not_found: 'There is no such version.',
  name_taken: 'Another prompt has this name.',
};

/** Refusals that need more words than the API spends on them. */
export function ChangeProblem({ problem, title }: { readonly problem: unknown; readonly title: string }) {
  const words = problem instanceof ApiProblem ? EXPLAINED[problem.code] : undefined;
  if (!(problem instanceof ApiProblem) || words === undefined) return <ProblemNotice problem={problem} title={title} />;
  const details = problem.body.details ?? [];
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <Text size="sm">{words}</Text>
      {details.length > 0 && (
        <List size="sm" mt={4}>
          {details.map(({ path }) => (
            <List.Item key={path}>{path}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
