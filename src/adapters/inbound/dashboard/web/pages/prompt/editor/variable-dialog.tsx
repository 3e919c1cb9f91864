import { Button, Checkbox, Group, Modal, NativeSelect, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { VARIABLE_TYPES } from '../../../../../../../domain/templates/variables.ts';
import { toDeclaration, type VariableDraft } from '../workspace/variable-drafts.ts';
import { describeDraftProblem } from './draft-problems.tsx';

interface VariableDialogProps {
  /** Undefined while the dialog is closed. */
  readonly variable: VariableDraft | undefined;
  readonly onDeclare: (variable: VariableDraft) => void;
  readonly onClose: () => void;
}

export function VariableDialog({ variable, onDeclare, onClose }: VariableDialogProps) {
  return (
    <Modal opened={variable !== undefined} onClose={onClose} title={`Declare ${variable?.name ?? ''}`}>
      {variable && <VariableForm key={variable.name} variable={variable} onDeclare={onDeclare} onClose={onClose} />}
    </Modal>
  );
}

type VariableFormProps = VariableDialogProps & { readonly variable: VariableDraft };

function VariableForm({ variable, onDeclare, onClose }: VariableFormProps) {
  const form = useForm<VariableDraft>({ initialValues: variable });
  const { type, fallback, choices } = form.values;
  // Checked on every change, because the type decides whether the other fields are valid.
  const outcome = toDeclaration(form.values);
  const problems = outcome.kind === 'invalid' ? outcome.problems : {};
  const errorOf = (field: string) => problems[field] && describeDraftProblem('It', problems[field]);
  const submit = form.onSubmit((draft) => {
    if (outcome.kind === 'invalid') return;
    onDeclare(draft);
    onClose();
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <NativeSelect label="Type" data={VARIABLE_TYPES} data-autofocus {...form.getInputProps('type')} />
        <Checkbox
          label="Required"
          description="Callers must provide it, unless it has a default"
          {...form.getInputProps('required', { type: 'checkbox' })}
        />
        <Checkbox
          label="Has a default"
          checked={fallback !== null}
          onChange={({ currentTarget }) => form.setFieldValue('fallback', currentTarget.checked ? '' : null)}
        />
        {fallback !== null && (
          <Textarea
            label="Default"
            description={type === 'string' ? undefined : 'As JSON'}
            autosize
            classNames={{ input: 'code-input' }}
            {...form.getInputProps('fallback')}
            error={errorOf('default')}
          />
        )}
        <TagsInput
          label="Allowed values"
          description={`Press Enter after each; leave empty to allow any${type === 'string' ? '' : '. As JSON'}`}
          splitChars={[]}
          {...form.getInputProps('choices')}
          value={[...choices]}
          error={errorOf('enum')}
        />
        <TextInput label="Description" {...form.getInputProps('description')} error={errorOf('description')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Declare variable</Button>
        </Group>
      </Stack>
    </form>
  );
}
