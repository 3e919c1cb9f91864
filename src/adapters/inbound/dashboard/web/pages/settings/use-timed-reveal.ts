import { useEffect, useState } from 'react';

export const SHOWN_SECONDS = 30;

interface Shown {
  readonly token: string;
  readonly until: number;
}

interface ShownForAWhile {
  /** Undefined while it is hidden. */
  readonly token: string | undefined;
  readonly secondsLeft: number;
  readonly show: (token: string) => void;
  readonly hide: () => void;
}

/** A key on the screen. It lives in this state only, and leaves it by itself: whoever walks away leaves no key behind. */
export function useTimedReveal(): ShownForAWhile {
  const [shown, setShown] = useState<Shown>();
  const [secondsLeft, setSecondsLeft] = useState(SHOWN_SECONDS);
  useEffect(() => {
    if (!shown) return;
    const tick = () => {
      const left = Math.ceil((shown.until - Date.now()) / 1000);
      setSecondsLeft(left);
      if (left <= 0) setShown(undefined);
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [shown]);
  return {
    token: shown?.token,
    secondsLeft,
    show: (token) => setShown({ token, until: Date.now() + SHOWN_SECONDS * 1000 }),
    hide: () => setShown(undefined),
  };
}
