import { Modal, NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { ApiProblem } from '../../../api/http/request.ts';
import { useCreatePrompt } from '../../../api/prompts/prompt-changes.ts';
import { type LoadedPrompt, usePrompt, useVersion } from '../../../api/prompts/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { ProblemNotice } from '../../../components/problem-notice.tsx';
import { tabDrafts } from '../../../drafts/tab-drafts.ts';
import { DialogForm, FirstField } from '../../../forms/dialog-form.tsx';
import type { DialogProps } from '../../../forms/dialog-props.ts';
import { useFocusOnInvalid } from '../../../forms/use-focus-on-invalid.ts';
import { LoadProblem } from '../../../outage/load-problem.tsx';
import { useAccount } from '../../../shell/account-context.ts';
import { fieldErrors, findNameProblem, NAME_RULES } from '../../prompts/dialogs/prompt-fields.ts';
import { versionOptions } from '../workspace/version-options.ts';
import { proposeCopyName } from './propose-name.ts';

interface DuplicateDialogProps extends DialogProps {
  readonly id: string;
}

/** Creates a prompt with the content of another one, and opens it. */
export function DuplicateDialog({ id, opened, onClose }: DuplicateDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Duplicate prompt" size="lg">
      <Original id={id} onClose={onClose} />
    </Modal>
  );
}

function Original({ id, onClose }: Omit<DuplicateDialogProps, 'opened'>) {
  const { data: prompt, error, refetch } = usePrompt(id);
  if (prompt) return <DuplicateForm prompt={prompt} onClose={onClose} />;
  return error ? <LoadProblem title="Could not load the prompt" problem={error} onRetry={refetch} /> : <Loading />;
}

function DuplicateForm({ prompt, onClose }: { readonly prompt: LoadedPrompt; readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const { userId } = useAccount();
  const create = useCreatePrompt();
  const form = useForm({
    initialValues: { name: proposeCopyName(prompt.name), version: String(prompt.latestVersion) },
    validate: { name: findNameProblem },
  });
  const formRef = useFocusOnInvalid(form.errors['name']);
  const nameInput = useRef<HTMLInputElement>(null);
  // The dialog may have opened before the prompt was loaded.
  useEffect(() => nameInput.current?.select(), []);
  const { data: version, error, refetch } = useVersion(prompt.id, Number(form.values.version));
  const submit = form.onSubmit(async ({ name }) => {
    if (!version || create.isPending) return;
    const { content, messages, variables, config } = version;
    const { description, tags } = prompt;
    const message = `Copied from ${prompt.name}, version ${version.version}`;
    const body = messages ? { messages } : { content: content ?? '' };
    try {
      const { data } = await create.mutateAsync({ ...body, name, description, tags, variables, config, message });
      notifications.show({ color: 'green', message: `Duplicated as ${name}` });
      onClose();
      navigate(`/prompts/${data.id}`);
    } catch (problem) {
      if (problem instanceof ApiProblem) form.setErrors(fieldErrors(problem));
    }
  });
  const isNameTaken = create.error instanceof ApiProblem && create.error.code === 'name_taken';
  return (
    <DialogForm
      formRef={formRef}
      action="Duplicate"
      isPending={create.isPending}
      isDisabled={!version}
      onSubmit={submit}
      onCancel={onClose}
    >
      <FirstField ref={nameInput} label="Name" description={NAME_RULES} {...form.getInputProps('name')} />
      <NativeSelect label="Version to copy" data={versionOptions(prompt)} {...form.getInputProps('version')} />
      <Text size="sm" c="dimmed">
        Copies the content, variables, config, description and tags of {prompt.name}. Labels and earlier versions are
        not copied.
        {tabDrafts.read(userId, prompt.id) !== undefined && ' Your unsaved changes are not copied either.'}
      </Text>
      {error && <LoadProblem title="Could not load the version" problem={error} onRetry={refetch} />}
      {create.error && !isNameTaken && <ProblemNotice problem={create.error} title="Not duplicated" />}
    </DialogForm>
  );
}
