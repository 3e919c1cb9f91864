import { Button, Checkbox, Group, Modal, NativeSelect, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { VARIABLE_TYPES, type VariableType } from '../../../../../../../domain/templates/variables.ts';
import { declarationOf, type VariableDraft } from '../workspace/variable-drafts.ts';
import { inWords } from './draft-problems.tsx';

interface VariableDialogProps {
  /** Undefined while it is closed. */
  readonly variable: VariableDraft | undefined;
  readonly declare: (variable: VariableDraft) => void;
  readonly close: () => void;
}

export function VariableDialog({ variable, declare, close }: VariableDialogProps) {
  return (
    <Modal
      opened={variable !== undefined}
      onClose={close}
      title={`Declare ${variable?.name ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {variable && <VariableForm key={variable.name} variable={variable} declare={declare} close={close} />}
    </Modal>
  );
}

type VariableFormProps = VariableDialogProps & { readonly variable: VariableDraft };

function VariableForm({ variable, declare, close }: VariableFormProps) {
  const [draft, setDraft] = useState(variable);
  const set = (changes: Partial<VariableDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const outcome = declarationOf(draft);
  const problems = outcome.kind === 'invalid' ? outcome.problems : {};
  const mistake = (field: string) => problems[field] && inWords('It', problems[field]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (outcome.kind === 'invalid') return;
        declare(draft);
        close();
      }}
    >
      <Stack>
        <NativeSelect
          label="Type"
          data={VARIABLE_TYPES}
          value={draft.type}
          data-autofocus
          onChange={({ currentTarget }) => set({ type: typeFrom(currentTarget.value) })}
        />
        <Checkbox
          label="Required"
          description="Callers must give it, unless it has a default"
          checked={draft.required}
          onChange={({ currentTarget }) => set({ required: currentTarget.checked })}
        />
        <Checkbox
          label="Has a default"
          checked={draft.fallback !== null}
          onChange={({ currentTarget }) => set({ fallback: currentTarget.checked ? '' : null })}
        />
        {draft.fallback !== null && (
          <Textarea
            label="Default"
            description={draft.type === 'string' ? undefined : 'As JSON'}
            autosize
            classNames={{ input: 'code-input' }}
            value={draft.fallback}
            error={mistake('default')}
            onChange={({ currentTarget }) => set({ fallback: currentTarget.value })}
          />
        )}
        <TagsInput
          label="Allowed values"
          description={`Press Enter after each; none allows any${draft.type === 'string' ? '' : '. As JSON'}`}
          splitChars={[]}
          value={[...draft.choices]}
          error={mistake('enum')}
          onChange={(choices) => set({ choices })}
        />
        <TextInput
          label="Description"
          value={draft.description}
          error={mistake('description')}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">Declare variable</Button>
        </Group>
      </Stack>
    </form>
  );
}

const typeFrom = (text: string): VariableType => VARIABLE_TYPES.find((type) => type === text) ?? 'string';
