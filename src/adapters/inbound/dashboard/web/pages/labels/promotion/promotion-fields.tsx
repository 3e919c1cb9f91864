import { Autocomplete, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { LATEST, labelProblem } from '../../../../../../../domain/naming/label.ts';
import { DEFAULT_LABEL } from '../../../../../../../domain/prompts/prompt.ts';
import { MESSAGE_CHARACTERS_MAX } from '../../../../../../../domain/prompts/prompt-version.ts';
import { type BoardPrompt, listLabels } from '../../../api/labels/board-prompt.ts';
import { useProtectedLabels } from '../../../api/prompts/protection.ts';
import type { PromotionSource } from './plan-promotion.ts';

export interface PromotionDraft {
  readonly label: string;
  readonly source: PromotionSource;
  /** Message for the history of the label. */
  readonly message: string;
}

interface PromotionFieldsProps {
  readonly draft: PromotionDraft;
  readonly prompts: readonly BoardPrompt[];
  /** Suggested labels. */
  readonly labels: readonly string[];
  readonly onChange: (changes: Partial<PromotionDraft>) => void;
}

const LABEL_PROBLEMS = {
  none: null,
  malformed: 'Start with a lowercase letter; then letters, digits, “.”, “_” or “-”, at most 36 characters',
  reserved: '“latest” is always the latest version',
} as const;

/** Asks which label moves, where to, and why. */
export function PromotionFields({
  draft: { label, source, message },
  prompts,
  labels,
  onChange,
}: PromotionFieldsProps) {
  return (
    <>
      <Group align="flex-start" gap="sm">
        <Autocomplete
          label="Label"
          data={[...new Set([...labels, DEFAULT_LABEL])]}
          spellCheck={false}
          error={LABEL_PROBLEMS[labelProblem(label) ?? 'none']}
          value={label}
          onChange={(chosen) => onChange({ label: chosen, ...(chosen === source && { source: LATEST }) })}
        />
        <NativeSelect
          label="Move to"
          data={sourceOptions(prompts, label)}
          value={source}
          onChange={({ currentTarget }) => onChange({ source: currentTarget.value })}
        />
        <TextInput
          label="Note"
          placeholder="Shown in the label’s history"
          maxLength={MESSAGE_CHARACTERS_MAX}
          flex="1 1 200px"
          value={message}
          onChange={({ currentTarget }) => onChange({ message: currentTarget.value })}
        />
      </Group>
      <ProtectionNotice label={label} />
    </>
  );
}

function sourceOptions(prompts: readonly BoardPrompt[], label: string) {
  const others = listLabels(prompts).filter((each) => each !== label);
  return [
    { value: LATEST, label: 'The latest version' },
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
