import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useChangeWebhook } from '../../api/account/webhooks.ts';
import type { WebhookDialogProps } from './webhook-dialog-props.ts';
import { WebhookForm } from './webhook-form.tsx';

export function EditWebhookDialog({ webhook, opened, onClose }: WebhookDialogProps) {
  const change = useChangeWebhook(webhook.id);
  const { url, types, prompts, labels, description } = webhook;
  return (
    <Modal opened={opened} onClose={onClose} onExitTransitionEnd={change.reset} title="Edit webhook" size="lg">
      <WebhookForm
        initial={{ url, types, prompts, labels, description }}
        action="Save"
        error={change.error}
        failure="Could not save the webhook"
        busy={change.isPending}
        onSubmit={async (fields) => {
          await change.mutateAsync(fields);
          notifications.show({ message: 'Webhook saved' });
          onClose();
        }}
        onCancel={onClose}
      />
    </Modal>
  );
}
