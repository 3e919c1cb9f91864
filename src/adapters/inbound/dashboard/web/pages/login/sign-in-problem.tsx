import { Alert, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/request.ts';
import { FocusedMessage } from '../../components/focused-message.tsx';
import { ProblemNotice, waiting } from '../../components/problem-notice.tsx';
import { useCountdown } from '../../hooks/use-countdown.ts';

/** Takes the focus, so that nobody looks for the reason. */
export function SignInProblem({ problem }: { readonly problem: Error }) {
  return (
    <FocusedMessage>
      <Message problem={problem} />
    </FocusedMessage>
  );
}

function Message({ problem }: { readonly problem: Error }) {
  if (!(problem instanceof ApiProblem)) return <ProblemNotice problem={problem} />;
  if (problem.status === 401) return <Refusal>E-mail or password is wrong.</Refusal>;
  if (problem.status === 429) return <Wait problem={problem} />;
  return <ProblemNotice problem={problem} />;
}

const DEFAULT_WAIT_SECONDS = 60;

/** It counts for the eye; the ear is told once, and again when it is over. */
function Wait({ problem }: { readonly problem: ApiProblem }) {
  const seconds = problem.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS;
  const left = useCountdown(seconds);
  const reason = problem.code === 'busy' ? 'The service is busy.' : 'Too many attempts.';
  if (left === 0) return <Refusal>{reason} You can try again now.</Refusal>;
  return (
    <Refusal>
      {reason} Try again in <span aria-hidden>{clock(left)}</span>
      <VisuallyHidden>{waiting(seconds)}</VisuallyHidden>.
    </Refusal>
  );
}

function Refusal({ children }: { readonly children: ReactNode }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {children}
    </Alert>
  );
}

/** "4:59", or "59 seconds" in the last minute. */
const clock = (seconds: number): string =>
  seconds < 60 ? waiting(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} minutes`;
