import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { BoardPrompt, LabelLocks } from '../../../api/labels/board-prompt.ts';
import { PromotionOutcome } from './promotion-outcome.tsx';
import { PromotionPreview, type RequestedPromotion } from './promotion-preview.tsx';
import { useBulkPromotion } from './use-bulk-promotion.ts';

interface PromoteDialogProps {
  readonly opened: boolean;
  /** The prompts as the user saw them when the dialog was opened. */
  readonly prompts: readonly BoardPrompt[];
  readonly labels: readonly string[];
  readonly initialLabel: string;
  readonly locks: LabelLocks;
  /** Proposes to update the includes instead of moving to another version. */
  readonly isUpdate: boolean;
  readonly onClose: () => void;
  /** The dialog is gone, and the focus belongs elsewhere. */
  readonly onClosed: () => void;
  /** The prompts whose label has moved, when the dialog is closed. */
  readonly onMoved: (ids: readonly string[]) => void;
}

/** Shows what would move, then what became of it. */
export function PromoteDialog({ opened, onClose, onClosed, onMoved, ...selected }: PromoteDialogProps) {
  const [requested, setRequested] = useState<RequestedPromotion>();
  const promotion = useBulkPromotion();
  const isSmall = useMediaQuery('(max-width: 48em)');
  const count = selected.prompts.length;
  const start = (request: RequestedPromotion) => {
    setRequested(request);
    void promotion.run(request.moves, request);
  };
  const close = () => {
    if (promotion.isRunning) return;
    if (requested) onMoved([...promotion.results].filter(([, { kind }]) => kind === 'moved').map(([id]) => id));
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      returnFocus={false}
      onExitTransitionEnd={() => {
        setRequested(undefined);
        onClosed();
      }}
      size="xl"
      fullScreen={isSmall ?? false}
      title={`Promote ${count.toLocaleString()} ${count === 1 ? 'prompt' : 'prompts'}`}
      withCloseButton={!promotion.isRunning}
    >
      {requested ? (
        <PromotionOutcome requested={requested} promotion={promotion} onClose={close} />
      ) : (
        <PromotionPreview {...selected} onStart={start} onClose={close} />
      )}
    </Modal>
  );
}
