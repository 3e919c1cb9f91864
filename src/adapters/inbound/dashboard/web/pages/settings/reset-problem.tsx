import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/request.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';

/** What is the key now? Not to be answered by one more reset. */
export const mustLookAgain = (problem: unknown): boolean =>
  problem instanceof ApiProblem && [0, 409, 503].includes(problem.status);

/** A reset that was not confirmed may have been applied all the same: only looking tells. */
export function ResetProblem({ problem }: { readonly problem: Error }) {
  if (!(problem instanceof ApiProblem && mustLookAgain(problem)))
    return <ProblemNotice problem={problem} title="The key was not reset" />;
  if (problem.status === 409)
    return (
      <LookAgain title="The key was reset by somebody else" problem={problem}>
        That happened at the same moment, so nothing was changed here. Reload this page and reveal the key to see the
        new one.
      </LookAgain>
    );
  return (
    <LookAgain title="It is not known whether the key was reset" problem={problem}>
      The service could not confirm it. Reload this page and reveal the key: if it is another one than your programs
      use, it was reset.
    </LookAgain>
  );
}

interface LookAgainProps {
  readonly title: string;
  readonly problem: ApiProblem;
  readonly children: ReactNode;
}

function LookAgain({ title, problem, children }: LookAgainProps) {
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
