import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { BusyButton } from '../components/busy-button.tsx';
import { DialogActions } from './dialog-form.tsx';
import type { DialogProps } from './dialog-props.ts';

interface ConfirmDialogProps extends DialogProps {
  readonly title: string;
  /** Label of the button: what happens, such as “Delete webhook”. */
  readonly action: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  /** The consequences, and why it failed if it did. */
  readonly children: ReactNode;
}

/** Asks before something is destroyed. The focus is on Cancel, so that Enter destroys nothing. */
export function ConfirmDialog({ opened, title, action, busy, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack>
        {children}
        <DialogActions isCancelFocused onCancel={onClose}>
          <BusyButton color="red" onClick={onConfirm} busy={busy}>
            {action}
          </BusyButton>
        </DialogActions>
      </Stack>
    </Modal>
  );
}
