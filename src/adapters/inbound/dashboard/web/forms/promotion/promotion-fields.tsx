import { Autocomplete, Group, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { LATEST, type labelProblem } from '../../../../../../domain/naming/label.ts';
import { MESSAGE_CHARACTERS_MAX } from '../../../../../../domain/prompts/prompt-version.ts';

/** Which label moves, where to, and why. */
export interface PromotionDraft {
  readonly label: string;
  /** A version, or the label whose version it is. */
  readonly target: string;
  /** Message for the history of the label. */
  readonly message: string;
}

interface PromotionFieldsProps {
  readonly draft: PromotionDraft;
  /** Suggested labels. */
  readonly labels: readonly string[];
  readonly labelError: string | null | undefined;
  readonly labelHint?: string;
  readonly targetName: string;
  readonly targets: readonly { readonly value: string; readonly label: string }[];
  readonly targetHint?: string;
  readonly noteHint: NoteHint;
  readonly onChange: (changes: Partial<PromotionDraft>) => void;
}

export function PromotionFields({ draft, labels, targets, onChange, ...props }: PromotionFieldsProps) {
  return (
    <Group align="flex-start" gap="sm">
      <Autocomplete
        label="Label"
        description={props.labelHint}
        data={[...new Set(labels)]}
        spellCheck={false}
        error={props.labelError}
        value={draft.label}
        onChange={(label) => onChange({ label })}
      />
      <NativeSelect
        label={props.targetName}
        description={props.targetHint}
        data={targets}
        value={draft.target}
        onChange={({ currentTarget }) => onChange({ target: currentTarget.value })}
      />
      <NoteField
        {...props.noteHint}
        flex="1 1 200px"
        value={draft.message}
        onChange={(message) => onChange({ message })}
      />
    </Group>
  );
}

type NoteHint = { readonly description: string } | { readonly placeholder: string };

export const OPTIONAL_NOTE: NoteHint = { description: 'Optional, shown in the label’s history' };

interface NoteFieldProps extends Omit<TextInputProps, 'onChange'> {
  readonly onChange: (message: string) => void;
}

export function NoteField({ onChange, ...field }: NoteFieldProps) {
  return (
    <TextInput
      label="Note"
      maxLength={MESSAGE_CHARACTERS_MAX}
      {...field}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const MALFORMED = 'Start with a lowercase letter; then letters, digits, “.”, “_” or “-”, at most 36 characters';

export function describeLabelProblem(problem: ReturnType<typeof labelProblem>, reserved: string): string | null {
  if (problem === undefined) return null;
  return problem === 'reserved' ? `“${LATEST}” ${reserved}` : MALFORMED;
}
