import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { changeTypes } from '../../../../../../domain/changes/change.ts';
import { parseJson } from '../../../../../../domain/text/parse-json.ts';
import { dashboardUrl } from '../../start/base-address.ts';
import { type ActivityFilters, writeActivityFilters } from './activity-filters.ts';
import type { ChangeEvent } from './change-events.ts';

/** While the service refuses streams, for example because there are too many, the list is loaded this often instead. */
const REFUSED_RETRY_MS = 10_000;

/** Beyond this, the list is loaded again, so that a tab that stays open does not grow without limit. */
const LIVE_EVENTS_MAX = 200;

interface Received {
  readonly query: string;
  readonly events: readonly ChangeEvent[];
  /** Position from which the next stream continues. */
  readonly position: string | undefined;
}

/**
 * The changes after a position, as they happen, while the tab is visible. The browser reconnects after an interruption,
 * and the service then sends what was missed. `reload` is called when that is not possible.
 */
export function useLiveChanges(
  filters: ActivityFilters,
  position: string | undefined,
  reload: () => void,
): readonly ChangeEvent[] {
  const query = writeActivityFilters(filters).toString();
  const isVisible = useDocumentVisibility() === 'visible';
  const [received, setReceived] = useState<Received>(() => nothingReceived(query));
  const { events, position: last } = received.query === query ? received : nothingReceived(query);

  const startPosition = useEffectEvent(() => last ?? position ?? '');
  const add = useEffectEvent((event: ChangeEvent) =>
    setReceived((before) => ({
      query,
      events: [event, ...(before.query === query ? before.events : [])],
      position: event.id,
    })),
  );
  const handleRefusal = useEffectEvent(() => reload());
  const startOver = useEffectEvent(() => {
    setReceived(nothingReceived(query));
    reload();
  });

  const isLoaded = position !== undefined;
  useEffect(() => {
    if (!isVisible || !isLoaded) return undefined;
    const address = () => streamAddress(query, startPosition());
    return followStream(address, { add, reset: startOver, refused: handleRefusal });
  }, [query, isVisible, isLoaded]);
  const isFull = events.length >= LIVE_EVENTS_MAX;
  useEffect(() => {
    if (isFull) startOver();
  }, [isFull]);
  return events;
}

const nothingReceived = (query: string): Received => ({ query, events: [], position: undefined });

function streamAddress(query: string, after: string): URL {
  const url = new URL('api/events', dashboardUrl);
  url.search = query;
  url.searchParams.set('after', after);
  return url;
}

interface StreamHandlers {
  add(event: ChangeEvent): void;
  /** Changes may have been missed. */
  reset(): void;
  refused(): void;
}

/** Returns how to end it. */
function followStream(address: () => URL, { add, reset, refused }: StreamHandlers): () => void {
  let stream: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connect = () => {
    stream = new EventSource(address());
    for (const type of changeTypes) {
      stream.addEventListener(type, ({ data }: MessageEvent<string>) => add(parseJson(data) as ChangeEvent));
    }
    stream.addEventListener('reset', reset);
    stream.addEventListener('error', () => {
      // Otherwise the browser is already reconnecting.
      if (stream.readyState !== EventSource.CLOSED) return;
      // This also finds out whether the session has ended.
      refused();
      timer = setTimeout(connect, REFUSED_RETRY_MS);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    stream.close();
  };
}
