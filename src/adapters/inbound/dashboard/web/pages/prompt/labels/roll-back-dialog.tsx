import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useRollBack } from '../../../api/prompts/prompt-changes.ts';
import { type RolledBackLabel, useLabelHistory } from '../../../api/prompts/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { DialogActions } from '../../../forms/dialog-form.tsx';
import type { DialogProps } from '../../../forms/dialog-props.ts';
import { NotLoaded } from '../../../outage/load-problem.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { findMoveToTakeBack } from './label-moves.ts';

interface RollBackDialogProps extends DialogProps {
  readonly label: string;
}

/** Takes back the newest move of a label that was not taken back yet: once more leads further back. */
export function RollBackDialog({ label, opened, onClose }: RollBackDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Roll back ${label}?`}>
      <RollBackForm label={label} onClose={onClose} />
    </Modal>
  );
}

function RollBackForm({ label, onClose }: Omit<RollBackDialogProps, 'opened'>) {
  const { prompt, reload } = useWorkspace();
  const history = useLabelHistory(prompt.id, label);
  const rollBack = useRollBack(prompt.id);
  const current = prompt.labels[label];
  /** The version that the user saw when the dialog opened. */
  const [from] = useState(current);
  if (!history.data)
    return <NotLoaded title="Could not load the history of the label" query={history} pending={<Loading />} />;
  if (current !== from && !rollBack.isPending && !rollBack.isSuccess) return <MovedMeanwhile label={label} />;
  const move = findMoveToTakeBack(history.data);
  // Further back than the history that is loaded.
  const isUnknown = !move && history.hasNextPage;
  const target = move?.previous ?? null;
  if (from === undefined || (target === null && !isUnknown))
    return <Text>{label} has no earlier move, so there is nothing to roll back.</Text>;
  const confirm = () =>
    rollBack.mutate(
      { label, from, etag: prompt.etag },
      {
        onSuccess: ({ data }) => {
          announce(data);
          onClose();
        },
        // Another request may have moved the label, or changed the prompt.
        onError: () => void Promise.all([reload(), history.refetch()]),
      },
    );
  return (
    <Stack>
      <Text>
        {target === from
          ? `${label} stays at version ${from}, with the includes from before its last update. `
          : `${label} moves from version ${from} back to ${target === null ? 'the version before' : `version ${target}`}. `}
        Programs that read this prompt by {label} get it from then on. The history records it as a rollback.
      </Text>
      {rollBack.error && <ChangeProblem problem={rollBack.error} title="Not rolled back" />}
      <DialogActions onCancel={onClose}>
        <Button onClick={confirm} loading={rollBack.isPending} data-autofocus>
          {target === null || target === from ? 'Roll back' : `Roll back to version ${target}`}
        </Button>
      </DialogActions>
    </Stack>
  );
}

/** Announces a rollback. The notice stays if other prompts break, because a rollback, made in an emergency, does not ask first. */
function announce({ label, version, breaking }: RolledBackLabel): void {
  const done = `${label} points to version ${version}`;
  if (breaking.length === 0) return void notifications.show({ color: 'green', message: done });
  const broken = [...new Set(breaking.map(({ path }) => path))].join(', ');
  const message = `Calls now fail for prompts that include this one: ${broken}`;
  notifications.show({ color: 'yellow', title: done, message, autoClose: false });
}

/** A second rollback by accident would lead too far back. */
function MovedMeanwhile({ label }: { readonly label: string }) {
  const version = useWorkspace().prompt.labels[label];
  return (
    <Alert color="yellow" className="notice" title="Not rolled back" role="alert">
      {label} {version === undefined ? 'was removed' : `was moved to version ${version}`} in the meantime, perhaps
      because someone else rolled it back. Nothing else has moved. See its history before you roll back.
    </Alert>
  );
}
