/** Runs the work again and again, on several lanes at once. The returned function stops it, and rejects if a lane failed. */
export function repeatUntilStopped(
  work: (lane: number, step: number) => Promise<unknown>,
  lanes = 1,
): () => Promise<void> {
  let isStopped = false;
  const running = Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let step = 0; !isStopped; step += 1) await work(lane, step);
    }),
  );
  // Reported when it is stopped.
  running.catch(() => {});
  return async () => {
    isStopped = true;
    await running;
  };
}
