import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRollBack } from '../../../api/prompt-changes.ts';
import { useLabelHistory } from '../../../api/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { LoadProblem } from '../../../outage/load-problem.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';

interface RollBackDialogProps {
  readonly label: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function RollBackDialog({ label, opened, onClose }: RollBackDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Roll back ${label}`}>
      <RollBackForm label={label} onClose={onClose} />
    </Modal>
  );
}

function RollBackForm({ label, onClose }: Omit<RollBackDialogProps, 'opened'>) {
  const { prompt } = useWorkspace();
  const { data: moves, error, refetch } = useLabelHistory(prompt.id, label);
  const rollBack = useRollBack(prompt.id);
  if (!moves)
    return error ? (
      <LoadProblem title="Could not load the history of the label" problem={error} onRetry={refetch} />
    ) : (
      <Loading />
    );
  const target = moves[0]?.previous ?? null;
  if (target === null) return <Text>{label} has not been moved yet, so there is no earlier version to return to.</Text>;
  const confirm = () =>
    rollBack.mutate(
      { label, etag: prompt.etag },
      {
        onSuccess: ({ data }) => {
          notifications.show({ color: 'green', message: `${label} is back at version ${data.version}` });
          onClose();
        },
      },
    );
  return (
    <Stack>
      <Text>
        {label} moves from version {prompt.labels[label]} back to version {target}. Programs that read it by this label
        then get version {target}. The history records it as a new move.
      </Text>
      {rollBack.error && <ChangeProblem problem={rollBack.error} title="Not rolled back" />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={confirm} loading={rollBack.isPending} data-autofocus>
          Roll back to version {target}
        </Button>
      </Group>
    </Stack>
  );
}
