import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useChangeWebhook, useTestWebhook, type Webhook, type WebhookTest } from '../../api/account/webhooks.ts';
import { announceFailure } from '../../components/announce-failure.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { EditWebhookDialog } from './edit-webhook-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';

const SMALL = { variant: 'default', size: 'xs' } as const;

/** The accessible name of each button includes the URL, because every row has the same buttons. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const [editing, edit] = useDisclosure();
  const [listing, list] = useDisclosure();
  const [rotating, rotate] = useDisclosure();
  const [deleting, remove] = useDisclosure();
  const named = (action: string) => ({ ...SMALL, 'aria-label': `${action}: ${webhook.url}` });
  return (
    <Group gap="xs">
      <TestButton webhook={webhook} {...named('Send test')} />
      <Button {...named('Deliveries')} onClick={list.open}>
        Deliveries
      </Button>
      <Button {...named('Edit')} onClick={edit.open}>
        Edit
      </Button>
      <Button {...named('Rotate secret')} onClick={rotate.open}>
        Rotate secret
      </Button>
      <EnableButton webhook={webhook} {...named(webhook.enabled ? 'Disable' : 'Enable')} />
      <Button {...named('Delete')} onClick={remove.open}>
        Delete
      </Button>
      <DeliveriesDialog webhook={webhook} opened={listing} onClose={list.close} />
      <EditWebhookDialog webhook={webhook} opened={editing} onClose={edit.close} />
      <RotateSecretDialog webhook={webhook} opened={rotating} onClose={rotate.close} />
      <DeleteWebhookDialog webhook={webhook} opened={deleting} onClose={remove.close} />
    </Group>
  );
}

interface NamedButtonProps {
  readonly webhook: Webhook;
  readonly variant: 'default';
  readonly size: 'xs';
  readonly 'aria-label': string;
}

function TestButton({ webhook, ...button }: NamedButtonProps) {
  const test = useTestWebhook(webhook.id);
  const send = () =>
    test.mutate(undefined, {
      onSuccess: (result) =>
        notifications.show({ color: result.error === null ? 'green' : 'red', ...describeTest(result) }),
      onError: announceFailure('Could not send the test'),
    });
  return (
    <BusyButton {...button} busy={test.isPending} onClick={send}>
      Send test
    </BusyButton>
  );
}

function describeTest({ status, error, ms }: WebhookTest): { readonly title: string; readonly message: string } {
  if (error === null) return { title: 'Test delivered', message: `The receiver responded ${status} in ${ms} ms.` };
  return { title: 'Test failed', message: `${error.slice(0, 1).toUpperCase()}${error.slice(1)}.` };
}

function EnableButton({ webhook: { id, enabled, problem }, ...button }: NamedButtonProps) {
  const change = useChangeWebhook(id);
  const toggle = () =>
    change.mutate(
      { enabled: !enabled },
      {
        onSuccess: () => notifications.show({ message: enabled ? 'Webhook disabled' : 'Webhook enabled' }),
        onError: announceFailure('Could not change the webhook'),
      },
    );
  // A webhook without a secret can only be enabled by rotating the secret.
  if (!enabled && problem === 'secret_lost') return null;
  return (
    <BusyButton {...button} busy={change.isPending} onClick={toggle}>
      {enabled ? 'Disable' : 'Enable'}
    </BusyButton>
  );
}
