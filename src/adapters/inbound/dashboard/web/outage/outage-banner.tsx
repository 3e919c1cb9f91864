import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useOutage } from './use-outage.ts';

/** One message for everything that cannot be loaded during an outage. It goes away by itself. */
export function OutageBanner() {
  const outage = useOutage();
  if (!outage) return null;
  return (
    <Alert className="outage-banner" color="red" icon={<IconPlugConnectedX aria-hidden />} role="alert">
      {outage.status === 503 ? 'The storage is not available.' : 'Can’t reach the Prompthold server.'} Retrying…
    </Alert>
  );
}
