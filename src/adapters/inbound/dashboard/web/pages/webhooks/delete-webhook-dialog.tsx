import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRemoveWebhook, type Webhook } from '../../api/account/webhooks.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

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
    <ConfirmDialog
      opened={opened}
      title="Delete this webhook?"
      action="Delete webhook"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>
        This permanently deletes the webhook to <strong>{webhook.url}</strong>, its secret and its deliveries, including
        pending ones. Disable it instead if unsure.
      </Text>
      {remove.error && <ProblemNotice problem={remove.error} title="Could not delete the webhook" />}
    </ConfirmDialog>
  );
}
