import { Alert, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/http/request.ts';
import { FocusedMessage } from '../../components/focused-message.tsx';
import { formatWait, ProblemNotice } from '../../components/problem-notice.tsx';
import { useCountdown } from '../../hooks/use-countdown.ts';

/** Takes the focus, so that the reason is noticed. */
export function SignInProblem({ problem }: { readonly problem: Error }) {
  return (
    <FocusedMessage>
      <Message problem={problem} />
    </FocusedMessage>
  );
}

function Message({ problem }: { readonly problem: Error }) {
  if (!(problem instanceof ApiProblem)) return <ProblemNotice problem={problem} title="Not signed in" />;
  if (problem.status === 401) return <SignInAlert>Wrong e-mail or password.</SignInAlert>;
  if (problem.status === 429) return <Countdown problem={problem} />;
  return <ProblemNotice problem={problem} title="Not signed in" />;
}

const DEFAULT_WAIT_SECONDS = 60;

/** Counts down on the screen; screen readers announce only the start and the end. */
function Countdown({ problem }: { readonly problem: ApiProblem }) {
  const seconds = problem.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS;
  const left = useCountdown(seconds);
  const reason = problem.code === 'busy' ? 'The service is busy.' : 'Too many attempts.';
  if (left === 0) return <SignInAlert>{reason} You can try again now.</SignInAlert>;
  return (
    <SignInAlert>
      {reason} Try again in <span aria-hidden>{formatClock(left)}</span>
      <VisuallyHidden>{formatWait(seconds)}</VisuallyHidden>.
    </SignInAlert>
  );
}

function SignInAlert({ children }: { readonly children: ReactNode }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {children}
    </Alert>
  );
}

/** "4:59", or "59 seconds" in the last minute. */
const formatClock = (seconds: number): string =>
  seconds < 60 ? formatWait(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} minutes`;
