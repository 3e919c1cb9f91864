import { Alert, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiProblem } from '../../api/http/request.ts';
import { FocusedMessage } from '../../components/focused-message.tsx';
import { formatWait, ProblemNotice } from '../../components/problem-notice.tsx';

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

/** Remaining seconds, computed from the clock: browsers pause timers of hidden pages. */
function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
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
