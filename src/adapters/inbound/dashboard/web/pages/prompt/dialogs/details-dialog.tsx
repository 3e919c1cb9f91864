import { Modal, TagsInput, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { ApiProblem } from '../../../api/http/request.ts';
import { useChangePrompt } from '../../../api/prompts/prompt-changes.ts';
import { type Prompt, useTags } from '../../../api/prompts/prompts.ts';
import { DialogForm, FirstField } from '../../../forms/dialog-form.tsx';
import type { DialogProps } from '../../../forms/dialog-props.ts';
import { fieldErrors, findNameProblem, NAME_RULES } from '../../prompts/dialogs/prompt-fields.ts';
import { ChangeProblem } from '../workspace/change-problem.tsx';

interface DetailsDialogProps extends DialogProps {
  readonly prompt: Prompt;
}

export function DetailsDialog({ prompt, opened, onClose }: DetailsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Edit details" size="lg">
      <DetailsForm prompt={prompt} onClose={onClose} />
    </Modal>
  );
}

function DetailsForm({ prompt, onClose }: Omit<DetailsDialogProps, 'opened'>) {
  const change = useChangePrompt(prompt.id);
  const { data: tags = [] } = useTags();
  const form = useForm({
    initialValues: { name: prompt.name, description: prompt.description, tags: prompt.tags },
    validate: { name: findNameProblem },
  });
  const submit = form.onSubmit(async (values) => {
    try {
      await change.mutateAsync(values);
      notifications.show({ color: 'green', message: 'Details saved' });
      onClose();
    } catch (problem) {
      if (problem instanceof ApiProblem) form.setErrors(fieldErrors(problem));
    }
  });
  return (
    <DialogForm action="Save details" isPending={change.isPending} onSubmit={submit} onCancel={onClose}>
      <FirstField
        label="Name"
        description={`${NAME_RULES} Programs that read this prompt by name must use the new name.`}
        {...form.getInputProps('name')}
      />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <TagsInput
        label="Tags"
        description="Press Enter after each tag"
        data={tags.map(({ tag }) => tag)}
        {...form.getInputProps('tags')}
      />
      {change.error && <ChangeProblem problem={change.error} title="Details not saved" />}
    </DialogForm>
  );
}
