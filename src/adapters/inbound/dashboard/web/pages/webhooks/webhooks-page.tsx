import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useWebhooks } from '../../api/account/webhooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadProblem, NotLoaded } from '../../outage/load-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { serverInfo } from '../../start/server-info.ts';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';

const DESCRIPTION = 'Send changes to your endpoints as they happen, signed according to Standard Webhooks.';

export default function WebhooksPage() {
  if (serverInfo.webhooksEnabled) return <EnabledPage />;
  return (
    <Page title="Webhooks" description={DESCRIPTION}>
      <EmptyState title="Webhooks are off">
        <Text>
          The operator of this server can enable them with the setting <code>webhooks.enabled</code>.
        </Text>
      </EmptyState>
    </Page>
  );
}

function EnabledPage() {
  const [creating, { open, close }] = useDisclosure();
  return (
    <Page
      title="Webhooks"
      description={DESCRIPTION}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
          New webhook
        </Button>
      }
    >
      <WebhookList />
      <NewWebhookDialog opened={creating} onClose={close} />
    </Page>
  );
}

function WebhookList() {
  const query = useWebhooks();
  const { data: webhooks, error, refetch } = query;
  if (!webhooks)
    return (
      <NotLoaded
        title="Could not load webhooks"
        query={query}
        pending={<Skeleton height={120} role="status" aria-label="Loading" />}
      />
    );
  if (webhooks.length === 0) {
    return (
      <EmptyState title="No webhooks yet">
        A webhook calls your endpoint whenever a prompt, version or label changes.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      {error && <LoadProblem title="Could not load webhooks" problem={error} onRetry={refetch} />}
      <ul className="rows" aria-label="Webhooks">
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    </Stack>
  );
}
