import { Button, Group, Text } from '@mantine/core';
import type { Ref } from 'react';
import { useScrollPadding } from '../../hooks/use-scroll-padding.ts';

interface SelectionBarProps {
  /** The button that promotes. */
  readonly ref: Ref<HTMLButtonElement>;
  readonly count: number;
  readonly onPromote: () => void;
  readonly onClear: () => void;
}

/** What to do with the selected prompts, in view while there are any. */
export function SelectionBar(props: SelectionBarProps) {
  return props.count === 0 ? null : <VisibleBar {...props} />;
}

function VisibleBar({ ref, count, onPromote, onClear }: SelectionBarProps) {
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
        <Button ref={ref} size="xs" onClick={onPromote}>
          Promote…
        </Button>
      </Group>
    </Group>
  );
}
