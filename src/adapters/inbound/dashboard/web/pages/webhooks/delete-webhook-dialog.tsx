import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRemoveWebhook, type Webhook } from '../../api/webhooks.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';

interface DeleteWebhookDialogProps {
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function DeleteWebhookDialog({ webhook, opened, onClose }: DeleteWebhookDialogProps) {
  const remove = useRemoveWebhook(webhook.id);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        notifications.show({ message: 'Webhook deleted' });
        onClose();
      },
    });
  return (
    <Modal opened={opened} onClose={onClose} title="Delete this webhook?">
      <Stack>
        <Text>
          This permanently deletes the webhook to <strong>{webhook.url}</strong>, its secret and its deliveries, the
          pending ones included. Disable it instead if unsure.
        </Text>
        {remove.error && <ProblemNotice problem={remove.error} title="Not deleted" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={confirm} loading={remove.isPending}>
            Delete webhook
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
