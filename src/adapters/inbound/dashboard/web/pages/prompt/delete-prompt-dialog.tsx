import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useDeletePrompt } from '../../api/prompt-changes.ts';
import type { Prompt } from '../../api/prompts.ts';
import { ChangeProblem } from './workspace/change-problem.tsx';
import { dropDraft } from './workspace/stored-drafts.ts';

interface DeletePromptDialogProps {
  readonly prompt: Prompt;
  readonly opened: boolean;
  readonly close: () => void;
}

export function DeletePromptDialog({ prompt, opened, close }: DeletePromptDialogProps) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const remove = useDeletePrompt(prompt.id);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        dropDraft(client, prompt.id);
        notifications.show({ message: `${prompt.name} is deleted` });
        navigate('/prompts');
      },
    });
  return (
    <Modal opened={opened} onClose={close} title="Delete this prompt?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <Text>
          <strong>{prompt.name}</strong> goes with{' '}
          {prompt.latestVersion === 1 ? 'its only version' : `all its ${prompt.latestVersion} versions`} and its labels.
          Programs that read it get “not found” from that moment. There is no way back; archiving would keep it.
        </Text>
        {remove.error && <ChangeProblem problem={remove.error} title="Not deleted" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={confirm} loading={remove.isPending}>
            Delete prompt
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
