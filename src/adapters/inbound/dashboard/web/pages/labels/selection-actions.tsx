import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Ref, useRef, useState } from 'react';
import type { LabelLocks } from '../../api/labels/board-prompt.ts';
import { useScrollPadding } from '../../hooks/use-scroll-padding.ts';
import { PromoteDialog } from './promotion/promote-dialog.tsx';
import type { Selection } from './use-selection.ts';

interface SelectionActionsProps {
  readonly selection: Selection;
  readonly labels: readonly string[];
  readonly initialLabel: string;
  readonly locks: LabelLocks;
  /** Proposes to update the includes instead of moving to another version. */
  readonly isUpdate: boolean;
  /** The control that had the focus is gone. */
  readonly onGone: () => void;
}

/** Actions for the selected prompts. */
export function SelectionActions({ selection, onGone, ...options }: SelectionActionsProps) {
  const [promoted, setPromoted] = useState(selection.selected);
  const [promoting, promotion] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  const promote = () => {
    setPromoted(selection.selected);
    promotion.open();
  };
  const clear = () => {
    selection.clear();
    onGone();
  };
  const count = selection.selected.length;
  return (
    <>
      {count > 0 && <SelectionBar button={button} count={count} onPromote={promote} onClear={clear} />}
      {/* Stays when nothing is selected any more, because all labels have moved. */}
      <PromoteDialog
        opened={promoting}
        prompts={promoted}
        {...options}
        onClose={promotion.close}
        onClosed={() => (button.current ? button.current.focus() : onGone())}
        onMoved={selection.remove}
      />
    </>
  );
}

interface SelectionBarProps {
  readonly button: Ref<HTMLButtonElement>;
  readonly count: number;
  readonly onPromote: () => void;
  readonly onClear: () => void;
}

function SelectionBar({ button, count, onPromote, onClear }: SelectionBarProps) {
  const bar = useScrollPadding<HTMLDivElement>();
  return (
    <Group ref={bar} className="selection-bar" justify="space-between" gap="sm" role="region" aria-label="Selection">
      <Text size="sm" fw={600} role="status">
        {count.toLocaleString()} selected
      </Text>
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={onClear}>
          Clear selection
        </Button>
        <Button ref={button} size="xs" onClick={onPromote}>
          Promote…
        </Button>
      </Group>
    </Group>
  );
}
