import { Button, Checkbox, Modal, NativeSelect, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { VARIABLE_TYPES } from '../../../../../../../domain/templates/variables.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { toDeclaration, type VariableDraft } from '../workspace/variable-drafts.ts';
import { describeDraftProblem } from './describe-draft-problem.ts';

interface VariableDialogProps {
  /** The settings that the text implies. Undefined while the dialog is closed. */
  readonly detected: VariableDraft | undefined;
  /** The settings that override them. */
  readonly declared: VariableDraft | undefined;
  readonly onApply: (variable: VariableDraft) => void;
  readonly onReset: (name: string) => void;
  readonly onClose: () => void;
}

export function VariableDialog({ detected, onClose, ...props }: VariableDialogProps) {
  return (
    <Modal opened={detected !== undefined} onClose={onClose} title={`Customize ${detected?.name ?? ''}`}>
      {detected && <VariableForm key={detected.name} detected={detected} onClose={onClose} {...props} />}
    </Modal>
  );
}

type VariableFormProps = VariableDialogProps & { readonly detected: VariableDraft };

function VariableForm({ detected, declared, onApply, onReset, onClose }: VariableFormProps) {
  const form = useForm<VariableDraft>({ initialValues: declared ?? detected });
  const { type, fallback, choices } = form.values;
  // Checked on every change, because the type decides whether the other fields are valid.
  const outcome = toDeclaration(form.values);
  const problems = outcome.kind === 'invalid' ? outcome.problems : {};
  const errorOf = (field: string, label: string) =>
    problems[field] && describeDraftProblem({ path: label, problem: problems[field] });
  const submit = form.onSubmit((draft) => {
    if (outcome.kind === 'invalid') return;
    onApply(draft);
    onClose();
  });
  const reset = () => {
    onReset(detected.name);
    onClose();
  };
  return (
    <DialogForm
      action="Apply"
      onSubmit={submit}
      onCancel={onClose}
      aside={
        declared && (
          <Button variant="default" mr="auto" onClick={reset}>
            Reset to detected
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        Detected: {detected.type === 'json' ? 'JSON' : detected.type}, {detected.required ? 'required' : 'optional'}
      </Text>
      <NativeSelect label="Type" data={VARIABLE_TYPES} data-autofocus {...form.getInputProps('type')} />
      <Checkbox
        label="Required"
        description="Unless a default is set"
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
          error={errorOf('default', 'The default')}
        />
      )}
      <TagsInput
        label="Allowed values"
        description={`Press Enter after each. Leave empty to allow any value.${type === 'string' ? '' : ' As JSON.'}`}
        splitChars={[]}
        {...form.getInputProps('choices')}
        value={[...choices]}
        error={errorOf('enum', 'A value')}
      />
      <TextInput
        label="Description"
        {...form.getInputProps('description')}
        error={errorOf('description', 'The description')}
      />
    </DialogForm>
  );
}
