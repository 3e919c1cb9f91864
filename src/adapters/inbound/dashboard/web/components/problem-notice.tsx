import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem } from '../api/http/request.ts';

interface ProblemNoticeProps {
  readonly problem: unknown;
  /** Names what failed. */
  readonly title: string;
  readonly onRetry?: () => unknown;
}

/** Describes a failed request, with the request id for the operator's log. */
export function ProblemNotice({ problem, title, onRetry }: ProblemNoticeProps) {
  const requestId = problem instanceof ApiProblem ? problem.requestId : null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <Text size="sm">{describeProblem(problem)}</Text>
      {(requestId || onRetry) && (
        <Group mt="xs" gap="md">
          {onRetry && (
            <Button size="xs" variant="default" onClick={() => onRetry()}>
              Retry
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

export function describeProblem(problem: unknown): string {
  if (!(problem instanceof ApiProblem)) return 'The dashboard failed unexpectedly. Reload the page and try again.';
  const { status, body, retryAfterSeconds } = problem;
  if (status === 0 || status === 502 || status === 504)
    return "Can't reach the Prompthold server. Check that it is running and that you are connected.";
  if (status === 503) return 'The storage is not available at the moment. Nothing was lost; try again shortly.';
  if (status === 429) {
    const reason = problem.code === 'busy' ? 'The service is busy.' : 'Too many attempts.';
    return `${reason} Try again in ${formatWait(retryAfterSeconds ?? 60)}.`;
  }
  // Only a 401, or a proxy, responds with less than a sentence.
  return body.code ? problem.message : `${problem.message}.`;
}

export function formatWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
