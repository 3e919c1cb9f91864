import { Button, Group, Loader, Progress, Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { ApiProblem } from '../../../api/http/request.ts';
import type { MoveOutcome, PlannedMove } from '../../../api/labels/planned-move.ts';
import { FocusedMessage } from '../../../components/focused-message.tsx';
import { describeProblem } from '../../../components/problem-notice.tsx';
import { VirtualList } from '../../../virtual/virtual-list.tsx';
import { BreakingChanges } from '../../prompt/workspace/breaking-changes.tsx';
import { MOVE_PX, MoveVersions } from './move-versions.tsx';
import { describeOutcomes } from './plan-promotion.ts';
import type { RequestedPromotion } from './promotion-preview.tsx';
import type { BulkPromotion } from './use-bulk-promotion.ts';

interface PromotionOutcomeProps {
  readonly requested: RequestedPromotion;
  readonly promotion: BulkPromotion;
  readonly onClose: () => void;
}

/** Shows what became of each prompt, while the labels move and afterwards. */
export function PromotionOutcome({ requested, promotion, onClose }: PromotionOutcomeProps) {
  const { moves } = requested;
  const { results, isRunning, run, stop } = promotion;
  const remaining = moves.filter(({ id }) => results.get(id)?.kind !== 'moved');
  const refused = remaining.filter(({ id }) => breakingChangesOf(results.get(id)));
  const done = moves.length - moves.filter(({ id }) => isPending(results.get(id))).length;
  const ordered = useMemo(
    // Problems come first, but nothing changes places under the pointer while labels move.
    () => (isRunning ? moves : moves.toSorted((one, other) => rank(results.get(one.id)) - rank(results.get(other.id)))),
    [moves, results, isRunning],
  );
  return (
    <Stack gap="sm">
      <FocusedMessage key={String(isRunning)}>
        <Text size="sm" fw={600} role="status">
          {isRunning
            ? `Moving labels: ${done.toLocaleString()} of ${moves.length.toLocaleString()}`
            : describeOutcomes(results)}
        </Text>
      </FocusedMessage>
      {isRunning && <Progress value={(done / moves.length) * 100} aria-label="Moved labels" />}
      <VirtualList rowHeight={MOVE_PX} name="Results" items={ordered}>
        {(move) => <Outcome move={move} outcome={results.get(move.id)} isRunning={isRunning} />}
      </VirtualList>
      <Group justify="flex-end">
        {isRunning ? (
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        ) : (
          <>
            {remaining.length > 0 && (
              <Button variant="default" onClick={() => run(remaining, requested, results)}>
                Retry {remaining.length.toLocaleString()}
              </Button>
            )}
            {refused.length > 0 && (
              <Button variant="default" onClick={() => run(refused, { ...requested, forced: idsOf(refused) }, results)}>
                Promote {refused.length.toLocaleString()} anyway
              </Button>
            )}
            <Button onClick={onClose}>Close</Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

const idsOf = (moves: readonly PlannedMove[]): ReadonlySet<string> => new Set(moves.map(({ id }) => id));

/** Undefined unless the move was refused because it breaks programs. */
function breakingChangesOf(outcome: MoveOutcome | undefined) {
  const problem = outcome?.kind === 'failed' ? outcome.problem : undefined;
  return problem instanceof ApiProblem && problem.code === 'breaking_change' ? (problem.body.details ?? []) : undefined;
}

const isPending = (outcome: MoveOutcome | undefined): boolean => !outcome || outcome.kind === 'not-attempted';

const rank = (outcome: MoveOutcome | undefined): number => (outcome?.kind === 'moved' ? 1 : 0);

interface OutcomeProps {
  readonly move: PlannedMove;
  readonly outcome: MoveOutcome | undefined;
  readonly isRunning: boolean;
}

function Outcome({ move, outcome, isRunning }: OutcomeProps) {
  const isWaiting = isRunning && isPending(outcome);
  const isMoved = outcome?.kind === 'moved';
  return (
    <>
      {isWaiting ? (
        <Loader size={14} aria-hidden />
      ) : isMoved ? (
        <IconCheck size={16} className="move-moved" aria-label="Moved" />
      ) : (
        <IconX size={16} className="move-failed" aria-label="Not moved" />
      )}
      <span className="move-name">{move.name}</span>
      <MoveVersions from={move.from} to={move.to} />
      {!isWaiting && outcome && !isMoved && <FailureDetails move={move} outcome={outcome} />}
    </>
  );
}

function FailureDetails({ move, outcome }: { readonly move: PlannedMove; readonly outcome: MoveOutcome }) {
  const breakingChanges = breakingChangesOf(outcome);
  return (
    <div className="move-details">
      <Text size="sm" className="move-failed">
        {describeFailure(move, outcome)}
      </Text>
      {breakingChanges && <BreakingChanges changes={breakingChanges} />}
    </div>
  );
}

function describeFailure({ label }: PlannedMove, outcome: MoveOutcome): string {
  if (outcome.kind === 'not-attempted') return 'Not attempted.';
  if (outcome.kind === 'moved-elsewhere') {
    return outcome.version === undefined
      ? `${label} was removed in the meantime. It was not moved.`
      : `${label} was moved to v${outcome.version} in the meantime. It was not moved again.`;
  }
  const { problem } = outcome.kind === 'failed' ? outcome : { problem: undefined };
  if (!(problem instanceof ApiProblem)) return describeProblem(problem);
  if (problem.status === 401) return 'Your session has ended. Sign in again in another tab, then retry.';
  return REASONS[problem.code] ?? describeProblem(problem);
}

const REASONS: Readonly<Record<string, string>> = {
  archived: 'The prompt was archived in the meantime. Unarchive it first.',
  prompt_not_found: 'The prompt was deleted in the meantime.',
  breaking_change: 'A prompt that it includes has changed, so this would now break programs that use the label:',
  precondition_failed: 'The prompt keeps changing. Try again.',
  conflict: 'The prompt keeps changing. Try again.',
};
