import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import type { FormEventHandler, ReactNode, RefAttributes, RefObject } from 'react';

interface DialogActionsProps {
  /** For dialogs that destroy something: Enter then destroys nothing. */
  readonly isCancelFocused?: boolean;
  readonly onCancel: () => void;
  /** Shown apart from the other buttons. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The buttons at the end of a dialog: Cancel, and what it asks for. */
export function DialogActions({ isCancelFocused = false, onCancel, aside, children }: DialogActionsProps) {
  return (
    <Group justify="flex-end">
      {aside}
      <Button variant="default" onClick={onCancel} data-autofocus={isCancelFocused || undefined}>
        Cancel
      </Button>
      {children}
    </Group>
  );
}

interface DialogFormProps extends Pick<DialogActionsProps, 'onCancel' | 'aside' | 'children'> {
  readonly formRef?: RefObject<HTMLFormElement | null>;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  /** Label of the button that submits. */
  readonly action: string;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
}

/** The form of a dialog. It names problems itself, not the browser. */
export function DialogForm(props: DialogFormProps) {
  const { formRef, onSubmit, action, isPending = false, isDisabled = false, children, ...actions } = props;
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate>
      <Stack>
        {children}
        <DialogActions {...actions}>
          <Button type="submit" loading={isPending} disabled={isDisabled}>
            {action}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

/** The first field of a dialog: a name or an address, which the browser neither completes nor corrects. */
export const FirstField = (props: TextInputProps & RefAttributes<HTMLInputElement>) => (
  <TextInput required data-autofocus autoComplete="off" spellCheck={false} {...props} />
);
