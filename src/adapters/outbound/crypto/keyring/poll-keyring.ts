import { StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';

const TICK_MS = 1_000;

interface Ticking {
  tick(): Promise<void>;
}

/** Calls `tick` every second until the process ends or the returned function is called. */
export function pollKeyring(keyring: Ticking, onFailure: (error: unknown) => void): () => void {
  let stopped = false;
  const next = (): void => {
    // The next tick is scheduled only after the previous one has ended. It must not keep the process alive.
    if (!stopped) setTimeout(tick, TICK_MS).unref();
  };
  const tick = async (): Promise<void> => {
    try {
      await keyring.tick();
    } catch (error) {
      // Every request reports an outage already; the next tick tries again.
      if (!stopped && !(error instanceof StorageUnavailable)) onFailure(error);
    }
    next();
  };
  next();
  return () => {
    stopped = true;
  };
}
