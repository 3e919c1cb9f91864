import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useCreateWebhook } from '../../api/account/webhooks.ts';
import type { DialogProps } from '../../forms/dialog-props.ts';
import { NewSecret } from '../../forms/new-secret.tsx';
import { WebhookForm } from './webhook-form.tsx';

const EMPTY = { url: '', types: [], prompts: [], labels: [], description: '' };

/** Asks for the settings, then shows the secret, which only this dialog holds. */
export function NewWebhookDialog({ opened, onClose }: DialogProps) {
  const create = useCreateWebhook();
  const [secret, setSecret] = useState<string>();
  const clear = () => {
    setSecret(undefined);
    create.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={clear}
      title={secret === undefined ? 'New webhook' : 'Your webhook’s secret'}
      size="lg"
      closeOnClickOutside={secret === undefined}
    >
      {secret === undefined ? (
        <WebhookForm
          initial={EMPTY}
          action="Create webhook"
          error={create.error}
          failure="Could not create the webhook"
          busy={create.isPending}
          onSubmit={(webhook) => create.mutateAsync({ webhook, receive: setSecret })}
          onCancel={onClose}
        />
      ) : (
        <NewSecret kind="secret" secret={secret} onDone={onClose}>
          The webhook was created. The receiver verifies every delivery with this secret. Copy it now: you won’t see it
          again.
        </NewSecret>
      )}
    </Modal>
  );
}
