import { Button, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRollBack } from '../../../api/prompts/prompt-changes.ts';
import { useLabelHistory } from '../../../api/prompts/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { DialogActions } from '../../../forms/dialog-form.tsx';
import type { DialogProps } from '../../../forms/dialog-props.ts';
import { NotLoaded } from '../../../outage/load-problem.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';

interface UndoMoveDialogProps extends DialogProps {
  readonly label: string;
}

/** Moves a label back. Undoing twice moves it forward again, so it is not called a rollback. */
export function UndoMoveDialog({ label, opened, onClose }: UndoMoveDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Undo the last move of ${label}?`}>
      <UndoMoveForm label={label} onClose={onClose} />
    </Modal>
  );
}

function UndoMoveForm({ label, onClose }: Omit<UndoMoveDialogProps, 'opened'>) {
  const { prompt, reload } = useWorkspace();
  const history = useLabelHistory(prompt.id, label);
  const moves = history.data;
  const rollBack = useRollBack(prompt.id);
  if (!moves)
    return <NotLoaded title="Could not load the history of the label" query={history} pending={<Loading />} />;
  const target = moves[0]?.previous ?? null;
  if (target === null) return <Text>{label} has not moved since it was created, so there is no move to undo.</Text>;
  const confirm = () =>
    rollBack.mutate(
      { label, etag: prompt.etag },
      {
        onSuccess: ({ data }) => {
          notifications.show({ color: 'green', message: `${label} points to version ${data.version}` });
          onClose();
        },
        // The move may have failed because the prompt has changed.
        onError: () => void reload(),
      },
    );
  return (
    <Stack>
      <Text>
        {label} moves from version {prompt.labels[label]} back to version {target}. Programs that read this prompt by{' '}
        {label} get version {target} from then on. The history records it as a new move.
      </Text>
      {rollBack.error && <ChangeProblem problem={rollBack.error} title="Not undone" />}
      <DialogActions onCancel={onClose}>
        <Button onClick={confirm} loading={rollBack.isPending} data-autofocus>
          Move back to version {target}
        </Button>
      </DialogActions>
    </Stack>
  );
}
