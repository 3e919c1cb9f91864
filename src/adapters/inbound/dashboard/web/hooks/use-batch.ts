import { useEffect, useRef, useState } from 'react';

/** Few enough to leave room for other requests of the same account. */
const CONCURRENCY = 3;

/** Rendering after each of thousands of results would take longer than the requests. */
const RENDER_INTERVAL_MS = 100;

interface BatchState<Result> {
  /** Results by the id of the item, as far as they are known. */
  readonly results: ReadonlyMap<string, Result>;
  readonly isRunning: boolean;
}

/** Processes one item. The signal is aborted when the batch is stopped. */
type Process<Item, Result> = (item: Item, signal: AbortSignal, stop: () => void) => Promise<Result>;

/** Processes many items, a few concurrently, and publishes the results as they arrive. Stops when the component unmounts. */
export function useBatch<Item extends { readonly id: string }, Result>() {
  const [state, setState] = useState<BatchState<Result>>({ results: new Map(), isRunning: false });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** Resolves to the results of all items that were processed. Results of an earlier run are replaced item by item. */
  const start = async (
    items: readonly Item[],
    process: Process<Item, Result>,
    earlier: ReadonlyMap<string, Result> = new Map(),
  ): Promise<ReadonlyMap<string, Result>> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const isCurrent = () => running.current === controller;
    const results = new Map(earlier);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const publish = (isRunning: boolean) => {
      timer = undefined;
      if (isCurrent()) setState({ results: new Map(results), isRunning });
    };
    publish(true);
    await runConcurrently(items, controller.signal, async (item) => {
      results.set(item.id, await process(item, controller.signal, () => controller.abort()));
      timer ??= setTimeout(publish, RENDER_INTERVAL_MS, true);
    });
    clearTimeout(timer);
    publish(false);
    return results;
  };
  return { ...state, start, stop: () => running.current?.abort() };
}

/** Starts no further item after the signal is aborted, and waits for those that were started. */
async function runConcurrently<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  process: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const work = async () => {
    for (const item of queue) {
      if (signal.aborted) return;
      await process(item);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
