import { StorageUnavailable } from '../../../application/ports/storage-unavailable.ts';

const TICK_MS = 1_000;

interface Ticking {
  tick(): Promise<void>;
}

/** Lets it tick until the process ends or the answered function is called. */
export function watchKeyring(keyring: Ticking, onFailure: (error: unknown) => void): () => void {
  let stopped = false;
  const next = (): void => {
    // Only once the last one is over, however long storage took. It must not keep a process alive that is done.
    if (!stopped) setTimeout(tick, TICK_MS).unref();
  };
  const tick = async (): Promise<void> => {
    try {
      await keyring.tick();
    } catch (error) {
      // An outage is told by every request already; the next tick tries again.
      if (!stopped && !(error instanceof StorageUnavailable)) onFailure(error);
    }
    next();
  };
  next();
  return () => {
    stopped = true;
  };
}
