import { Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRotateSecret, type Webhook } from '../../api/account/webhooks.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { DialogActions } from '../../forms/dialog-form.tsx';
import { NewSecret } from '../../forms/new-secret.tsx';
import type { WebhookDialogProps } from './webhook-dialog-props.ts';

/** Asks for confirmation, then shows the new secret, which only this dialog holds. */
export function RotateSecretDialog({ webhook, opened, onClose }: WebhookDialogProps) {
  const rotate = useRotateSecret(webhook.id);
  const [secret, setSecret] = useState<string>();
  const clear = () => {
    setSecret(undefined);
    rotate.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={clear}
      title={secret === undefined ? 'Rotate the secret?' : 'New secret'}
      size="lg"
      closeOnClickOutside={false}
    >
      {secret === undefined ? (
        <Stack>
          <Text>{describeRotation(webhook)}</Text>
          {rotate.error && <ProblemNotice problem={rotate.error} title="Could not rotate the secret" />}
          <DialogActions isCancelFocused onCancel={onClose}>
            <BusyButton busy={rotate.isPending} onClick={() => rotate.mutate(setSecret)}>
              Rotate secret
            </BusyButton>
          </DialogActions>
        </Stack>
      ) : (
        <NewSecret kind="secret" secret={secret} onDone={onClose}>
          Give the new secret to the receiver. Copy it now: you won’t see it again.
        </NewSecret>
      )}
    </Modal>
  );
}

const describeRotation = ({ problem }: Webhook): string =>
  problem === 'secret_lost'
    ? 'The webhook gets a new secret and is enabled again. Deliveries fail, and are retried, until the receiver has the new secret.'
    : 'The webhook gets a new secret. For 24 hours, deliveries are signed with both secrets: update the receiver within that time.';
