import { Alert, Autocomplete, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { LATEST, labelProblem } from '../../../../../../../domain/prompts/naming/label.ts';
import { MESSAGE_CHARACTERS_MAX } from '../../../../../../../domain/prompts/prompt-version.ts';
import { type BoardPrompt, listLabels } from '../../../api/labels/board-prompt.ts';
import { checkMove } from '../../../api/labels/bulk-promotion.ts';
import type { MoveCheck, PlannedMove } from '../../../api/labels/planned-move.ts';
import { useProtectedLabels } from '../../../api/protection.ts';
import { useBatch } from '../../../hooks/use-batch.ts';
import { describePlan, isIncluded, type PromotionPlan, planPromotion } from './plan-promotion.ts';
import { PlannedMoves } from './planned-moves.tsx';
import type { PromotionOptions } from './use-bulk-promotion.ts';

export interface RequestedPromotion extends PromotionOptions {
  readonly moves: readonly PlannedMove[];
}

interface PromotionPreviewProps {
  readonly prompts: readonly BoardPrompt[];
  readonly labels: readonly string[];
  readonly initialLabel: string;
  readonly onStart: (requested: RequestedPromotion) => void;
  readonly onClose: () => void;
}

const LABEL_PROBLEMS = {
  none: null,
  malformed: 'Start with a lowercase letter; then letters, digits, “.”, “_” or “-”, at most 36 characters',
  reserved: '“latest” is always the latest version',
} as const;

const NO_CHOICES: ReadonlyMap<string, boolean> = new Map();
const NO_PLAN: PromotionPlan = { moves: [], skipped: [] };

/** Which label moves where, and what that does to each prompt, before anything happens. */
export function PromotionPreview({ prompts, labels, initialLabel, onStart, onClose }: PromotionPreviewProps) {
  const [label, setLabel] = useState(initialLabel);
  const [source, setSource] = useState<string>(LATEST);
  const [message, setMessage] = useState('');
  const [choices, setChoices] = useState(NO_CHOICES);
  const problem = LABEL_PROBLEMS[labelProblem(label) ?? 'none'];
  const plan = useMemo(
    () => (problem === null ? planPromotion(prompts, label, source) : NO_PLAN),
    [prompts, label, source, problem],
  );
  const { checks, isChecking, checkAgain } = useChecks(plan.moves);
  const included = plan.moves.filter(({ id }) => isIncluded(id, checks.get(id), choices));
  const start = () => {
    const forced = included.filter(({ id }) => checks.get(id)?.kind === 'breaking').map(({ id }) => id);
    onStart({ moves: included, message, forced: new Set(forced) });
  };
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChoices((before) => new Map([...before, ...ids.map((id) => [id, isChosen] as const)]));
  return (
    <Stack gap="sm">
      <Group align="flex-start" gap="sm">
        <Autocomplete
          label="Label"
          data={[...new Set([...labels, 'production', 'staging'])]}
          spellCheck={false}
          error={problem}
          value={label}
          onChange={(chosen) => {
            setLabel(chosen);
            setChoices(NO_CHOICES);
          }}
        />
        <NativeSelect
          label="Move to"
          data={sourceOptions(prompts, label)}
          value={source}
          onChange={({ currentTarget }) => {
            setSource(currentTarget.value);
            setChoices(NO_CHOICES);
          }}
        />
        <TextInput
          label="Note"
          placeholder="Shown in the label’s history"
          maxLength={MESSAGE_CHARACTERS_MAX}
          flex="1 1 200px"
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
      </Group>
      <ProtectionNotice label={label} />
      <Text size="sm" fw={600} role="status">
        {isChecking
          ? `Checking for breaking changes: ${checks.size.toLocaleString()} of ${plan.moves.length.toLocaleString()}`
          : describePlan(plan, checks, choices)}
      </Text>
      <BreakingNotice moves={plan.moves} checks={checks} label={label} onInclude={(ids) => choose(ids, true)} />
      <UncheckedNotice checks={checks} isChecking={isChecking} onRetry={checkAgain} />
      <PlannedMoves plan={plan} checks={checks} choices={choices} onChoose={(id, isChosen) => choose([id], isChosen)} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={start} disabled={isChecking || included.length === 0}>
          Promote {included.length.toLocaleString()} {included.length === 1 ? 'prompt' : 'prompts'}
        </Button>
      </Group>
    </Stack>
  );
}

function sourceOptions(prompts: readonly BoardPrompt[], label: string) {
  const others = listLabels(prompts).filter((each) => each !== label);
  return [
    { value: LATEST, label: 'The latest version' },
    ...others.map((other) => ({ value: other, label: `The version of ${other}` })),
  ];
}

/** Compares the versions of each move, once. */
function useChecks(moves: readonly PlannedMove[]) {
  const { results, isRunning, start } = useBatch<PlannedMove, MoveCheck>();
  const check = useEffectEvent((unchecked: readonly PlannedMove[], known: ReadonlyMap<string, MoveCheck>) => {
    void start(unchecked, checkMove, known);
  });
  useEffect(() => check(moves, new Map()), [moves]);
  const isComplete = moves.every(({ id }) => results.has(id));
  const checkAgain = () => {
    const known = new Map([...results].filter(([, { kind }]) => kind !== 'unchecked'));
    const unchecked = moves.filter(({ id }) => !known.has(id));
    void start(unchecked, checkMove, known);
  };
  return { checks: results, isChecking: isRunning || !isComplete, checkAgain };
}

function ProtectionNotice({ label }: { readonly label: string }) {
  const { data: protectedLabels = [] } = useProtectedLabels();
  if (!protectedLabels.includes(label)) return null;
  return (
    <Text size="sm" c="dimmed">
      {label} is protected: only people signed in to the dashboard can move it.
    </Text>
  );
}

interface BreakingNoticeProps {
  readonly moves: readonly PlannedMove[];
  readonly checks: ReadonlyMap<string, MoveCheck>;
  readonly label: string;
  readonly onInclude: (ids: readonly string[]) => void;
}

function BreakingNotice({ moves, checks, label, onInclude }: BreakingNoticeProps) {
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

function UncheckedNotice({ checks, isChecking, onRetry }: UncheckedNoticeProps) {
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
