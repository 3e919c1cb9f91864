import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRollBack } from '../../../api/prompt-changes.ts';
import { type Prompt, useLabelHistory } from '../../../api/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { ProblemNotice } from '../../../components/problem-notice.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';

interface RollBackDialogProps {
  readonly prompt: Prompt;
  readonly label: string;
  readonly opened: boolean;
  readonly close: () => void;
}

export function RollBackDialog({ opened, ...props }: RollBackDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={props.close}
      title={`Roll back ${props.label}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <RollBackForm {...props} />
    </Modal>
  );
}

function RollBackForm({ prompt, label, close }: Omit<RollBackDialogProps, 'opened'>) {
  const { data: moves, error, refetch } = useLabelHistory(prompt.id, label);
  const rollBack = useRollBack(prompt.id);
  if (!moves) return error ? <ProblemNotice problem={error} retry={refetch} /> : <Loading />;
  const target = moves[0]?.previous ?? null;
  if (target === null) return <Text>{label} has not been moved yet, so there is no version to go back to.</Text>;
  const confirm = () =>
    rollBack.mutate(
      { label, seen: prompt },
      {
        onSuccess: ({ data }) => {
          notifications.show({ color: 'green', message: `${label} is back at version ${data.version}` });
          close();
        },
      },
    );
  return (
    <Stack>
      <Text>
        {label} moves from version {prompt.labels[label]} back to version {target}. Programs that read it by this label
        get version {target} from that moment. It is recorded as a new move.
      </Text>
      {rollBack.error && <ChangeProblem problem={rollBack.error} title="Not rolled back" />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button onClick={confirm} loading={rollBack.isPending} data-autofocus>
          Roll back to version {target}
        </Button>
      </Group>
    </Stack>
  );
}
