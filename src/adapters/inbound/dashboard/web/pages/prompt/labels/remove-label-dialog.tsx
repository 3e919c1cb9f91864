import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRemoveLabel } from '../../../api/prompts/prompt-changes.ts';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import type { DialogProps } from '../../../forms/dialog-props.ts';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';

interface RemoveLabelDialogProps extends DialogProps {
  readonly label: string;
}

export function RemoveLabelDialog({ label, opened, onClose }: RemoveLabelDialogProps) {
  const { prompt } = useWorkspace();
  const remove = useRemoveLabel(prompt.id);
  const confirm = () =>
    remove.mutate(label, {
      onSuccess: () => {
        notifications.show({ message: `${label} removed` });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      opened={opened}
      title={`Remove ${label}?`}
      action="Remove label"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>
        Programs that read this prompt by {label} will get “not found”. The version itself is kept.
        {label === 'production' && ' Programs that request no label will get the latest version.'}
      </Text>
      {remove.error && <ChangeProblem problem={remove.error} title="Not removed" />}
    </ConfirmDialog>
  );
}
