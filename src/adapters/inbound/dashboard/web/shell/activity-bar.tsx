import { Progress } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useIsFetching, useIsMutating } from '@tanstack/react-query';

/** Anything faster needs no sign of progress; it would only flicker. */
const PATIENCE_MS = 300;

/** A thin bar at the top while the service is being waited for. */
export function ActivityBar() {
  const busy = useIsFetching() + useIsMutating() > 0;
  const [busyForLong] = useDebouncedValue(busy, PATIENCE_MS);
  if (!(busy && busyForLong)) return null;
  return (
    <Progress className="activity-bar" value={100} animated size="xs" radius={0} aria-label="Waiting for the service" />
  );
}
