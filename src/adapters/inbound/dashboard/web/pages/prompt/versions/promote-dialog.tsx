import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { usePromote } from '../../../api/prompts/prompt-changes.ts';
import { useDifference } from '../../../api/prompts/prompts.ts';
import { useProtectedLabels } from '../../../api/prompts/protection.ts';
import { ApiProblem } from '../../../api/request.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ProtectedMark } from '../../../components/protected-mark.tsx';
import { BreakingChanges } from '../workspace/breaking-changes.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';

export interface Promotion {
  readonly label: string;
  readonly version: number;
}

interface PromoteDialogProps {
  /** Undefined while the dialog is closed. */
  readonly promotion: Promotion | undefined;
  readonly onClose: () => void;
  /** Called when the dialog has closed after a promotion. */
  readonly onPromoted: () => void;
}

/** Shows what a promotion moves and breaks before it happens. */
export function PromoteDialog({ promotion, onClose, onPromoted }: PromoteDialogProps) {
  const [isPromoted, setPromoted] = useState(false);
  const finish = () => {
    if (isPromoted) onPromoted();
    setPromoted(false);
  };
  return (
    <Modal
      opened={promotion !== undefined}
      onClose={onClose}
      onExitTransitionEnd={finish}
      title={promotion && `Promote version ${promotion.version} to ${promotion.label}`}
    >
      {promotion && (
        <PromoteConfirmation
          promotion={promotion}
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

type PromoteConfirmationProps = PromoteDialogProps & { readonly promotion: Promotion };

function PromoteConfirmation({ promotion, onClose, onPromoted }: PromoteConfirmationProps) {
  const { prompt } = useWorkspace();
  const { label, version } = promotion;
  const [message, setMessage] = useState('');
  const { promote, problem, breakingChanges, isBusy } = usePromotion(promotion, onPromoted);
  const isBreaking = breakingChanges.length > 0;
  return (
    <Stack>
      <MoveDescription label={label} current={prompt.labels[label]} version={version} />
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
      {problem && <ChangeProblem problem={problem} title="Not promoted" />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton onClick={() => promote(message)} busy={isBusy}>
          {isBreaking ? 'Promote anyway' : 'Promote'}
        </BusyButton>
      </Group>
    </Stack>
  );
}

/** Finds what a promotion breaks, and promotes nevertheless. */
function usePromotion({ label, version }: Promotion, onPromoted: () => void) {
  const { prompt, reload } = useWorkspace();
  const difference = useDifference(prompt.id, prompt.labels[label] ?? version, version);
  // ETag of the prompt when the dialog opened: the server refuses if the prompt has changed since.
  const [etag, setEtag] = useState(prompt.etag);
  const [isReloading, setReloading] = useState(false);
  const change = usePromote(prompt.id);
  const refused = readBreakingChanges(change.error);
  const breakingChanges = refused ?? difference.data?.breakingChanges ?? [];
  const promote = (message: string) =>
    change.mutate(
      { label, version, message, force: breakingChanges.length > 0, etag },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: `${label} points to version ${version}` });
          onPromoted();
        },
        onError: async () => {
          setReloading(true);
          setEtag((await reload())?.etag ?? etag);
          setReloading(false);
        },
      },
    );
  return {
    promote,
    problem: refused ? undefined : change.error,
    breakingChanges,
    isBusy: change.isPending || isReloading || difference.isLoading,
  };
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
