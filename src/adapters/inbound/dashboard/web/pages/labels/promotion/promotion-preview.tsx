import { Button, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { LATEST, labelProblem } from '../../../../../../../domain/naming/label.ts';
import { DEFAULT_LABEL } from '../../../../../../../domain/prompts/prompt.ts';
import type { BoardPrompt, LabelLocks } from '../../../api/labels/board-prompt.ts';
import { listLabels } from '../../../api/labels/board-prompt.ts';
import type { PlannedMove } from '../../../api/labels/planned-move.ts';
import { useProtectedLabels } from '../../../api/prompts/protection.ts';
import { DialogActions } from '../../../forms/dialog-form.tsx';
import {
  describeLabelProblem,
  type PromotionDraft,
  PromotionFields,
} from '../../../forms/promotion/promotion-fields.tsx';
import { describePlan, isIncluded, type PromotionPlan, planPromotion } from './plan-promotion.ts';
import { PlannedMoves } from './planned-moves.tsx';
import { BreakingNotice, UncheckedNotice } from './preview-notices.tsx';
import type { PromotionOptions } from './use-bulk-promotion.ts';
import { useMoveChecks } from './use-move-checks.ts';

export interface RequestedPromotion extends PromotionOptions {
  readonly moves: readonly PlannedMove[];
}

interface PromotionPreviewProps {
  readonly prompts: readonly BoardPrompt[];
  readonly labels: readonly string[];
  readonly initialLabel: string;
  readonly locks: LabelLocks;
  readonly isUpdate: boolean;
  readonly onStart: (requested: RequestedPromotion) => void;
  readonly onClose: () => void;
}

const NO_CHOICES: ReadonlyMap<string, boolean> = new Map();
const NO_PLAN: PromotionPlan = { moves: [], skipped: [] };

/** Shows which label moves where, and what that does to each prompt, before anything happens. */
export function PromotionPreview({
  prompts,
  labels,
  initialLabel,
  locks,
  isUpdate,
  onStart,
  onClose,
}: PromotionPreviewProps) {
  const [draft, setDraft] = useState<PromotionDraft>({
    label: initialLabel,
    target: isUpdate ? initialLabel : LATEST,
    message: '',
  });
  const [choices, setChoices] = useState(NO_CHOICES);
  const { label, target, message } = draft;
  const plan = useMemo(
    () => (labelProblem(label) === undefined ? planPromotion(prompts, label, target, locks) : NO_PLAN),
    [prompts, label, target, locks],
  );
  const { checks, isChecking, checkAgain } = useMoveChecks(plan.moves);
  const included = plan.moves.filter(({ id }) => isIncluded(id, checks.get(id), choices));
  const change = (changes: Partial<PromotionDraft>) => {
    // The former label's own version is not offered any more, and that of the new one only if it is locked.
    const isOwn = changes.label !== undefined && (changes.label === target || target === label);
    setDraft((before) => ({ ...before, ...changes, ...(isOwn && { target: LATEST }) }));
    // The choices were about other moves.
    if (changes.label !== undefined || changes.target !== undefined) setChoices(NO_CHOICES);
  };
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChoices((before) => new Map([...before, ...ids.map((id) => [id, isChosen] as const)]));
  const start = () => {
    const forced = included.filter(({ id }) => checks.get(id)?.kind === 'breaking').map(({ id }) => id);
    onStart({ moves: included, message, forced: new Set(forced) });
  };
  return (
    <Stack gap="sm">
      <PromotionFields
        draft={draft}
        labels={[...labels, DEFAULT_LABEL]}
        labelError={describeLabelProblem(labelProblem(label), 'is always the latest version')}
        targetName="Move to"
        targets={targetOptions(prompts, label, locks)}
        noteHint={{ placeholder: 'Shown in the label’s history' }}
        onChange={change}
      />
      <ProtectionNotice label={label} />
      <Text size="sm" fw={600} role="status">
        {isChecking
          ? `Checking for breaking changes: ${checks.size.toLocaleString()} of ${plan.moves.length.toLocaleString()}`
          : describePlan(plan, checks, choices)}
      </Text>
      <BreakingNotice moves={plan.moves} checks={checks} label={label} onInclude={(ids) => choose(ids, true)} />
      <UncheckedNotice checks={checks} isChecking={isChecking} onRetry={checkAgain} />
      <PlannedMoves plan={plan} checks={checks} choices={choices} onChoose={(id, isChosen) => choose([id], isChosen)} />
      <DialogActions onCancel={onClose}>
        <Button onClick={start} disabled={isChecking || included.length === 0}>
          Promote {included.length.toLocaleString()} {included.length === 1 ? 'prompt' : 'prompts'}
        </Button>
      </DialogActions>
    </Stack>
  );
}

function targetOptions(prompts: readonly BoardPrompt[], label: string, locks: LabelLocks) {
  const others = listLabels(prompts).filter((each) => each !== label);
  return [
    { value: LATEST, label: 'The latest version' },
    ...(locks.has(label) ? [{ value: label, label: 'Its own version, with new includes' }] : []),
    ...others.map((other) => ({ value: other, label: `The version of ${other}` })),
  ];
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
