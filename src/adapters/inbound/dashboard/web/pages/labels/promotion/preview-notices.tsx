import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { MoveCheck, PlannedMove } from '../../../api/labels/planned-move.ts';

interface BreakingNoticeProps {
  readonly moves: readonly PlannedMove[];
  readonly checks: ReadonlyMap<string, MoveCheck>;
  readonly label: string;
  readonly onInclude: (ids: readonly string[]) => void;
}

export function BreakingNotice({ moves, checks, label, onInclude }: BreakingNoticeProps) {
  const breaking = moves.filter(({ id }) => checks.get(id)?.kind === 'breaking').map(({ id }) => id);
  if (breaking.length === 0) return null;
  return (
    <Alert className="move-breaking" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {breaking.length.toLocaleString()} would break programs that use {label}. Select them only if those programs
          are ready.
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => onInclude(breaking)}>
          Select all breaking
        </Button>
      </Group>
    </Alert>
  );
}

interface UncheckedNoticeProps {
  readonly checks: ReadonlyMap<string, MoveCheck>;
  readonly isChecking: boolean;
  readonly onRetry: () => void;
}

export function UncheckedNotice({ checks, isChecking, onRetry }: UncheckedNoticeProps) {
  const count = [...checks.values()].filter(({ kind }) => kind === 'unchecked').length;
  if (count === 0 || isChecking) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{count.toLocaleString()} could not be checked for breaking changes and will not move.</Text>
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          Check again
        </Button>
      </Group>
    </Alert>
  );
}
