import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/http/request.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';

/** After such a problem the key must be looked up, not reset again. */
export const isResetUncertain = (problem: unknown): boolean =>
  problem instanceof ApiProblem && [0, 409, 503].includes(problem.status);

/** An unconfirmed reset may still have been applied, so the user has to check the key. */
export function ResetProblem({ problem }: { readonly problem: Error }) {
  if (!(problem instanceof ApiProblem && isResetUncertain(problem)))
    return <ProblemNotice problem={problem} title="Could not reset the key" />;
  if (problem.status === 409)
    return (
      <CheckKeyAlert title="The key was reset by another request" problem={problem}>
        Two resets ran at the same time, and the other one won. Reload this page and reveal the key to see the new one.
      </CheckKeyAlert>
    );
  return (
    <CheckKeyAlert title="The reset could not be confirmed" problem={problem}>
      Reload this page and reveal the key: if it differs from the one that your programs use, it was reset.
    </CheckKeyAlert>
  );
}

interface CheckKeyAlertProps {
  readonly title: string;
  readonly problem: ApiProblem;
  readonly children: ReactNode;
}

function CheckKeyAlert({ title, problem, children }: CheckKeyAlertProps) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{children}</Text>
        <Button size="xs" variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
        {problem.requestId && (
          <Text size="xs">
            Request <Code>{problem.requestId}</Code>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
