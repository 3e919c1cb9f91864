import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { usePromote } from '../../../api/prompt-changes.ts';
import { useDifference } from '../../../api/prompts.ts';
import { useProtectedLabels } from '../../../api/protection.ts';
import { ApiProblem } from '../../../api/request.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ProtectedMark } from '../../../components/protected-mark.tsx';
import { BreakingChanges } from '../workspace/breaking-changes.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';

interface PromoteDialogProps {
  readonly version: number;
  /** Undefined while the dialog is closed. */
  readonly label: string | undefined;
  readonly onClose: () => void;
  /** Called when the dialog has closed after a promotion. */
  readonly onPromoted: () => void;
}

/** Shows what a promotion moves and breaks before it happens. */
export function PromoteDialog({ version, label, onClose, onPromoted }: PromoteDialogProps) {
  const [isPromoted, setPromoted] = useState(false);
  const finish = () => {
    if (isPromoted) onPromoted();
    setPromoted(false);
  };
  return (
    <Modal
      opened={label !== undefined}
      onClose={onClose}
      onExitTransitionEnd={finish}
      title={`Promote version ${version}${label === undefined ? '' : ` to ${label}`}`}
    >
      {label !== undefined && (
        <PromoteConfirmation
          version={version}
          label={label}
          onClose={onClose}
          onPromoted={() => {
            setPromoted(true);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

type PromoteConfirmationProps = PromoteDialogProps & { readonly label: string };

function PromoteConfirmation({ version, label, onClose, onPromoted }: PromoteConfirmationProps) {
  const { prompt, reload } = useWorkspace();
  const current = prompt.labels[label];
  const difference = useDifference(prompt.id, current ?? version, version);
  const promote = usePromote(prompt.id);
  const [message, setMessage] = useState('');
  const breakingChanges = readBreakingChanges(promote.error) ?? difference.data?.breakingChanges ?? [];
  const isBreaking = breakingChanges.length > 0;
  const confirm = () =>
    promote.mutate(
      // Only what is shown here may happen: if the prompt has changed since, the server refuses.
      { label, version, message, force: isBreaking, etag: prompt.etag },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: `${label} points to version ${version}` });
          onPromoted();
        },
        // It may have failed because the prompt has changed.
        onError: () => void reload(),
      },
    );
  return (
    <Stack>
      <MoveDescription label={label} current={current} version={version} />
      {isBreaking && (
        <Alert className="notice" color="yellow" title={`This would break programs that use ${label}`}>
          <BreakingChanges changes={breakingChanges} />
          <Text size="sm" mt="xs">
            Update those programs first, or promote anyway if they are ready.
          </Text>
        </Alert>
      )}
      <TextInput
        label="Note"
        description="Optional, shown in the label’s history"
        maxLength={500}
        data-autofocus
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      {promote.error && !readBreakingChanges(promote.error) && (
        <ChangeProblem problem={promote.error} title="Not promoted" />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton onClick={confirm} busy={promote.isPending || difference.isLoading}>
          {isBreaking ? 'Promote anyway' : 'Promote'}
        </BusyButton>
      </Group>
    </Stack>
  );
}

interface MoveDescriptionProps {
  readonly label: string;
  /** Undefined if the label does not exist yet. */
  readonly current: number | undefined;
  readonly version: number;
}

function MoveDescription({ label, current, version }: MoveDescriptionProps) {
  const { data: protectedLabels = [] } = useProtectedLabels();
  return (
    <Text>
      {protectedLabels.includes(label) && <ProtectedMark label={label} />}{' '}
      {current === undefined
        ? `Creates the label ${label}, pointing to version ${version}.`
        : `${label} moves from version ${current} to version ${version}. Programs that read this prompt by ${label} get version ${version} from then on.`}
    </Text>
  );
}

/** Why the server refused, if the comparison here did not know it. */
const readBreakingChanges = (problem: unknown) =>
  problem instanceof ApiProblem && problem.code === 'breaking_change' ? problem.body.details : undefined;
