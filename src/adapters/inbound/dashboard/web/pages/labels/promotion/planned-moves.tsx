import { Badge, Checkbox, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { MoveCheck, PlannedMove } from '../../../api/labels/planned-move.ts';
import { describeProblem } from '../../../components/problem-notice.tsx';
import { VirtualList } from '../../../virtual/virtual-list.tsx';
import { BreakingChanges } from '../../prompt/workspace/breaking-changes.tsx';
import { MOVE_PX, MoveVersions } from './move-versions.tsx';
import { type Choices, isIncluded, type PromotionPlan, type SkippedPrompt } from './plan-promotion.ts';

interface PlannedMovesProps {
  readonly plan: PromotionPlan;
  readonly checks: ReadonlyMap<string, MoveCheck>;
  readonly choices: Choices;
  readonly onChoose: (id: string, isChosen: boolean) => void;
}

const RANKS = { breaking: 0, unchecked: 1, safe: 2 } as const;

/** Every selected prompt: first those that need attention, last those that stay as they are. */
export function PlannedMoves({ plan, checks, choices, onChoose }: PlannedMovesProps) {
  const items = useMemo(() => {
    const rank = ({ id }: PlannedMove) => RANKS[checks.get(id)?.kind ?? 'safe'];
    return [...plan.moves.toSorted((one, other) => rank(one) - rank(other)), ...plan.skipped];
  }, [plan, checks]);
  if (items.length === 0) return null;
  return (
    <VirtualList rowHeight={MOVE_PX} name="What will move" items={items}>
      {(item) =>
        'reason' in item ? (
          <Skipped prompt={item} />
        ) : (
          <Planned
            move={item}
            check={checks.get(item.id)}
            isChosen={isIncluded(item.id, checks.get(item.id), choices)}
            onChoose={(isChosen) => onChoose(item.id, isChosen)}
          />
        )
      }
    </VirtualList>
  );
}

interface PlannedProps {
  readonly move: PlannedMove;
  readonly check: MoveCheck | undefined;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function Planned({ move: { name, from, to }, check, isChosen, onChoose }: PlannedProps) {
  return (
    <>
      <Checkbox
        size="xs"
        aria-label={`Promote ${name}`}
        checked={isChosen}
        disabled={!check || check.kind === 'unchecked'}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <span className="move-name">{name}</span>
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        {check?.kind === 'breaking' && (
          <Badge color="orange" variant="light" tt="none">
            Breaking: {check.changes.length}
          </Badge>
        )}
        <MoveVersions from={from} to={to} />
      </Group>
      {check?.kind === 'breaking' && (
        <div className="move-details">
          <BreakingChanges changes={check.changes} />
        </div>
      )}
      {check?.kind === 'unchecked' && (
        <Text size="sm" className="move-details move-failed">
          {describeProblem(check.problem)}
        </Text>
      )}
    </>
  );
}

function Skipped({ prompt: { name, reason } }: { readonly prompt: SkippedPrompt }) {
  return (
    <>
      <span />
      <Text span size="sm" c="dimmed" className="move-name">
        {name}
      </Text>
      <Text span size="sm" c="dimmed">
        {reason}
      </Text>
    </>
  );
}
