import { Progress } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useIsFetching, useIsMutating } from '@tanstack/react-query';

/** A progress bar for anything faster would only flicker. */
const SPINNER_DELAY_MS = 300;

/** A thin bar at the top while requests are pending. */
export function ActivityBar() {
  const busy = useIsFetching() + useIsMutating() > 0;
  const [isSlow] = useDebouncedValue(busy, SPINNER_DELAY_MS);
  if (!(busy && isSlow)) return null;
  return (
    <Progress className="activity-bar" value={100} animated size="xs" radius={0} aria-label="Waiting for the service" />
  );
}
