import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRemoveWebhook } from '../../api/account/webhooks.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import type { WebhookDialogProps } from './webhook-dialog-props.ts';

export function DeleteWebhookDialog({ webhook, opened, onClose }: WebhookDialogProps) {
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
