import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useDeletePrompt } from '../../api/prompt-changes.ts';
import type { Prompt } from '../../api/prompts.ts';
import { ChangeProblem } from './workspace/change-problem.tsx';
import { deleteStoredDraft } from './workspace/stored-drafts.ts';

interface DeletePromptDialogProps {
  readonly prompt: Prompt;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function DeletePromptDialog({ prompt, opened, onClose }: DeletePromptDialogProps) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const remove = useDeletePrompt(prompt.id);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        deleteStoredDraft(client, prompt.id);
        notifications.show({ message: `${prompt.name} deleted` });
        navigate('/prompts');
      },
    });
  return (
    <Modal opened={opened} onClose={onClose} title="Delete this prompt?">
      <Stack>
        <Text>
          This deletes <strong>{prompt.name}</strong> with{' '}
          {prompt.latestVersion === 1 ? 'its only version' : `all its ${prompt.latestVersion} versions`} and its labels.
          Programs that read it then get “not found”. This cannot be undone; archive the prompt to keep it.
        </Text>
        {remove.error && <ChangeProblem problem={remove.error} title="Not deleted" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
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
