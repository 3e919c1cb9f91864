import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRemoveLabel } from '../../../api/prompt-changes.ts';
import type { Prompt } from '../../../api/prompts.ts';
import { ChangeProblem } from '../workspace/change-problem.tsx';

interface RemoveLabelDialogProps {
  readonly prompt: Prompt;
  readonly label: string;
  readonly opened: boolean;
  readonly close: () => void;
}

export function RemoveLabelDialog({ prompt, label, opened, close }: RemoveLabelDialogProps) {
  const remove = useRemoveLabel(prompt.id);
  const confirm = () =>
    remove.mutate(label, {
      onSuccess: () => {
        notifications.show({ message: `${label} is removed` });
        close();
      },
    });
  return (
    <Modal opened={opened} onClose={close} title={`Remove ${label}?`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <Text>
          Programs that read this prompt by the label {label} get “not found” from that moment. The version stays.
          {label === 'production' && ' Those that ask for no label get the latest version instead.'}
        </Text>
        {remove.error && <ChangeProblem problem={remove.error} title="Not removed" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={confirm} loading={remove.isPending}>
            Remove label
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
