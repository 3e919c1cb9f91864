import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DialogProps } from '../../../forms/dialog-props.ts';

interface ReviewDialogProps extends DialogProps {
  /** Label of the button that saves. */
  readonly action: string;
  readonly isSaveDisabled: boolean;
  readonly onSave: () => void;
  readonly children: ReactNode;
}

export function ReviewDialog({ opened, action, isSaveDisabled, onSave, onClose, children }: ReviewDialogProps) {
  const save = () => {
    onClose();
    onSave();
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Review changes" size="min(1400px, 94vw)">
      <Stack gap="md">
        {children}
        <Group justify="flex-end" className="review-actions">
          <Button variant="default" onClick={onClose}>
            Back to editing
          </Button>
          <Button onClick={save} disabled={isSaveDisabled}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
