import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useLocation } from 'wouter';
import { useDeletePrompt } from '../../../api/prompts/prompt-changes.ts';
import type { Prompt } from '../../../api/prompts/prompts.ts';
import { tabDrafts } from '../../../drafts/tab-drafts.ts';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import type { DialogProps } from '../../../forms/dialog-props.ts';
import { useAccount } from '../../../shell/account-context.ts';
import { ChangeProblem } from '../workspace/change-problem.tsx';

interface DeletePromptDialogProps extends DialogProps {
  readonly prompt: Prompt;
}

export function DeletePromptDialog({ prompt, opened, onClose }: DeletePromptDialogProps) {
  const [, navigate] = useLocation();
  const { userId } = useAccount();
  const remove = useDeletePrompt(prompt.id);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        tabDrafts.delete(userId, prompt.id);
        notifications.show({ message: `${prompt.name} deleted` });
        navigate('/prompts');
      },
    });
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete this prompt?"
      action="Delete prompt"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>
        This permanently deletes <strong>{prompt.name}</strong>,{' '}
        {prompt.latestVersion === 1 ? 'its only version' : `its ${prompt.latestVersion} versions`} and its labels.
        Programs reading it will get “not found”. Archive it instead if unsure.
      </Text>
      {remove.error && <ChangeProblem problem={remove.error} title="Not deleted" />}
    </ConfirmDialog>
  );
}
