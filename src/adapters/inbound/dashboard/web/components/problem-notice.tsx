import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem } from '../api/request.ts';

interface ProblemNoticeProps {
  readonly problem: unknown;
  readonly title?: string;
  readonly retry?: () => unknown;
}

/** What went wrong, in words, with the id under which the operator finds it in the log. */
export function ProblemNotice({ problem, title = 'That did not work', retry }: ProblemNoticeProps) {
  const requestId = problem instanceof ApiProblem ? problem.requestId : null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <Text size="sm">{inWords(problem)}</Text>
      {(requestId || retry) && (
        <Group mt="xs" gap="md">
          {retry && (
            <Button size="xs" variant="default" onClick={() => retry()}>
              Try again
            </Button>
          )}
          {requestId && (
            <Text size="xs">
              Request <Code>{requestId}</Code>
            </Text>
          )}
        </Group>
      )}
    </Alert>
  );
}

export function inWords(problem: unknown): string {
  if (!(problem instanceof ApiProblem)) return 'The dashboard made a mistake. Reload the page and try again.';
  const { status, body, retryAfterSeconds } = problem;
  if (status === 0) return 'The service did not answer. Check that it is running and that you are connected.';
  if (status === 503) return 'The storage cannot answer at the moment. Nothing was lost; try again shortly.';
  if (status === 429) return `Too many attempts. Try again in ${waiting(retryAfterSeconds ?? 60)}.`;
  if (body.details?.length) return body.details.map(({ path, problem: what }) => `${path}: ${what}`).join('; ');
  return body.code ? `${problem.message} (${body.code}).` : `${problem.message}.`;
}

export function waiting(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
