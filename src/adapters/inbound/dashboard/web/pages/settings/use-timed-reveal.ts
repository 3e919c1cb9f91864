import { useEffect, useState } from 'react';

export const REVEAL_SECONDS = 30;

interface RevealedToken {
  readonly token: string;
  readonly until: number;
}

interface TimedReveal {
  /** Undefined while hidden. */
  readonly token: string | undefined;
  readonly secondsLeft: number;
  readonly show: (token: string) => void;
  readonly hide: () => void;
}

/** Shows a key for a limited time, so that it does not stay on an unattended screen. Only this state holds it. */
export function useTimedReveal(): TimedReveal {
  const [revealed, setRevealed] = useState<RevealedToken>();
  const [secondsLeft, setSecondsLeft] = useState(REVEAL_SECONDS);
  useEffect(() => {
    if (!revealed) return;
    const tick = () => {
      const left = Math.ceil((revealed.until - Date.now()) / 1000);
      setSecondsLeft(left);
      if (left <= 0) setRevealed(undefined);
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [revealed]);
  return {
    token: revealed?.token,
    secondsLeft,
    show: (token) => setRevealed({ token, until: Date.now() + REVEAL_SECONDS * 1000 }),
    hide: () => setRevealed(undefined),
  };
}
