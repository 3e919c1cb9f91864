import '../prompts.css';
import { Button, Modal, SegmentedControl, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { ApiProblem } from '../../../api/http/request.ts';
import { type NewPrompt, useCreatePrompt } from '../../../api/prompts/prompt-changes.ts';
import { useTags } from '../../../api/prompts/prompts.ts';
import { ProblemNotice } from '../../../components/problem-notice.tsx';
import { NEW_PROMPT, tabDrafts } from '../../../drafts/tab-drafts.ts';
import { DialogForm, FirstField } from '../../../forms/dialog-form.tsx';
import type { DialogProps } from '../../../forms/dialog-props.ts';
import { useAccount } from '../../../shell/account-context.ts';
import { fieldErrors, findNameProblem, NAME_RULES } from './prompt-fields.ts';

const EMPTY = { name: '', type: 'text', content: '', system: '', user: '', description: '', tags: [] as string[] };

const MESSAGE_FIELD = { autosize: true, minRows: 3, classNames: { input: 'code-input' } };

export function NewPromptDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New prompt" size="lg">
      <NewPromptForm onClose={onClose} />
    </Modal>
  );
}

function NewPromptForm({ onClose }: Pick<DialogProps, 'onClose'>) {
  const [, navigate] = useLocation();
  const { userId } = useAccount();
  const create = useCreatePrompt();
  const { data: tags = [] } = useTags();
  const form = useForm({
    initialValues: (tabDrafts.read(userId, NEW_PROMPT)?.work as typeof EMPTY | undefined) ?? EMPTY,
    // Closing the dialog is not a decision to lose the text.
    onValuesChange: (values) => {
      if (hasText(values)) tabDrafts.write(userId, NEW_PROMPT, { title: values.name || 'New prompt', work: values });
      else tabDrafts.delete(userId, NEW_PROMPT);
    },
    validate: {
      name: findNameProblem,
      content: (content, { type }) => (type === 'text' && content === '' ? 'Enter the prompt text' : null),
      user: (user, { type, system }) =>
        type === 'chat' && user === '' && system === '' ? 'Enter at least one message' : null,
    },
  });
  const submit = form.onSubmit(async (values) => {
    try {
      const { data } = await create.mutateAsync(toNewPrompt(values));
      tabDrafts.delete(userId, NEW_PROMPT);
      onClose();
      navigate(`/prompts/${data.id}`);
    } catch (problem) {
      if (problem instanceof ApiProblem) form.setErrors(fieldErrors(problem));
    }
  });
  return (
    <DialogForm
      action="Create prompt"
      isPending={create.isPending}
      onSubmit={submit}
      onCancel={onClose}
      aside={
        hasText(form.values) && (
          <Button variant="subtle" mr="auto" onClick={() => form.setValues(EMPTY)}>
            Clear all fields
          </Button>
        )
      }
    >
      <FirstField
        label="Name"
        description={NAME_RULES}
        placeholder="support/greeting"
        {...form.getInputProps('name')}
      />
      <div>
        <Text size="sm" fw={500} id="new-prompt-type">
          Type
        </Text>
        <SegmentedControl
          aria-labelledby="new-prompt-type"
          data={[
            { value: 'text', label: 'Text' },
            { value: 'chat', label: 'Chat' },
          ]}
          {...form.getInputProps('type')}
        />
        <Text size="sm" c="dimmed">
          Text: one template. Chat: a list of messages. You can’t change this later.
        </Text>
      </div>
      {form.values.type === 'text' ? (
        <Textarea
          label="Content"
          description="Write {{name}} for a variable."
          required
          autosize
          minRows={5}
          maxRows={16}
          classNames={{ input: 'code-input' }}
          {...form.getInputProps('content')}
        />
      ) : (
        <>
          <Textarea label="System message" {...MESSAGE_FIELD} {...form.getInputProps('system')} />
          <Textarea label="User message" {...MESSAGE_FIELD} {...form.getInputProps('user')} />
        </>
      )}
      <TextInput label="Description" {...form.getInputProps('description')} />
      <TagsInput
        label="Tags"
        description="Press Enter after each."
        data={tags.map(({ tag }) => tag)}
        {...form.getInputProps('tags')}
      />
      {create.error && <ProblemNotice problem={create.error} title="Could not create the prompt" />}
    </DialogForm>
  );
}

const hasText = ({ type: _, tags, ...texts }: typeof EMPTY): boolean =>
  tags.length > 0 || Object.values(texts).some((text) => text !== '');

function toNewPrompt({ name, type, content, system, user, description, tags }: typeof EMPTY): NewPrompt {
  const metadata = { name, description, tags };
  if (type === 'text') return { ...metadata, content };
  const messages = [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: user },
  ].filter((message) => message.content !== '');
  return { ...metadata, messages };
}
