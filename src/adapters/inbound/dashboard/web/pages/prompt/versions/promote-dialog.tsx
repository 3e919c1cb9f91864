import { Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useDifference } from '../../../api/prompts/prompts.ts';
import { useProtectedLabels } from '../../../api/prompts/protection.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ProtectedMark } from '../../../components/protected-mark.tsx';
import { DialogActions } from '../../../forms/dialog-form.tsx';
import { NoteField, OPTIONAL_NOTE } from '../../../forms/promotion/promotion-fields.tsx';
import { ImpactNote } from '../includers/impact-note.tsx';
import { BreakingPromotion } from '../workspace/breaking-changes.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { usePromotion } from '../workspace/use-promotion.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

export interface Promotion {
  readonly label: string;
  readonly version: number;
}

interface PromoteDialogProps {
  /** Undefined while the dialog is closed. */
  readonly promotion: Promotion | undefined;
  /** Moves a locked label to the version where it is, so that it serves what its includes lead to now. */
  readonly isUpdate?: boolean;
  readonly onClose: () => void;
  /** Called when the dialog has closed after a promotion. */
  readonly onPromoted?: () => void;
}

/** Shows what a promotion moves and breaks before it happens. */
export function PromoteDialog({ promotion, isUpdate = false, onClose, onPromoted }: PromoteDialogProps) {
  const [isPromoted, setPromoted] = useState(false);
  const finish = () => {
    if (isPromoted) onPromoted?.();
    setPromoted(false);
  };
  return (
    <Modal
      opened={promotion !== undefined}
      onClose={onClose}
      onExitTransitionEnd={finish}
      title={
        promotion &&
        (isUpdate
          ? `Update the includes of ${promotion.label}`
          : `Promote version ${promotion.version} to ${promotion.label}`)
      }
    >
      {promotion && (
        <PromoteConfirmation
          promotion={promotion}
          isUpdate={isUpdate}
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

type PromoteConfirmationProps = Required<PromoteDialogProps> & { readonly promotion: Promotion };

function PromoteConfirmation({ promotion, isUpdate, onClose, onPromoted }: PromoteConfirmationProps) {
  const { prompt, reload } = useWorkspace();
  const { label, version } = promotion;
  const difference = useDifference(prompt.id, prompt.labels[label] ?? version, version);
  const [message, setMessage] = useState('');
  // ETag of the prompt when the dialog opened: the server refuses if the prompt has changed since.
  const [etag, setEtag] = useState(prompt.etag);
  const [isReloading, setReloading] = useState(false);
  const { promote, isPending, breakingChanges: refused, problem } = usePromotion(prompt.id);
  const breakingChanges = refused ?? difference.data?.breakingChanges ?? [];
  const force = breakingChanges.length > 0;
  const handleError = async () => {
    setReloading(true);
    setEtag((await reload())?.etag ?? etag);
    setReloading(false);
  };

  const action = isUpdate ? 'Update includes' : 'Promote';
  const submit = () =>
    promote(
      { ...promotion, message, force, etag },
      { onSuccess: onPromoted, onError: handleError },
      isUpdate ? `${label} serves what its includes lead to now` : undefined,
    );

  return (
    <Stack>
      {isUpdate ? <UpdateDescription {...promotion} /> : <MoveDescription {...promotion} />}
      {force && <BreakingPromotion title={`This would break programs that use ${label}`} changes={breakingChanges} />}
      {!isUpdate && <ImpactNote change={{ label, version }} />}
      <NoteField {...OPTIONAL_NOTE} data-autofocus value={message} onChange={setMessage} />
      {problem && <ChangeProblem problem={problem} title={isUpdate ? 'Not updated' : 'Not promoted'} />}
      <DialogActions onCancel={onClose}>
        <BusyButton onClick={submit} busy={isPending || isReloading || difference.isLoading}>
          {force ? `${action} anyway` : action}
        </BusyButton>
      </DialogActions>
    </Stack>
  );
}

function MoveDescription({ label, version }: Promotion) {
  const current = useWorkspace().prompt.labels[label];
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

function UpdateDescription({ label, version }: Promotion) {
  return (
    <Text>
      {label} stays at version {version}, which serves what was included when the label moved. After the update, it
      serves what its includes lead to now, until you update them again.
    </Text>
  );
}
