import { MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { changeTypes } from '../../../../../../domain/changes/change.ts';
import { FILTER_LABELS_MAX, FILTER_PROMPTS_MAX } from '../../../../../../domain/changes/change-filter.ts';
import { webhookUrlProblem } from '../../../../../../domain/webhooks/webhook-url.ts';
import type { NewWebhook } from '../../api/account/webhooks.ts';
import { ApiProblem, describeField } from '../../api/http/request.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { DialogForm, FirstField } from '../../forms/dialog-form.tsx';

export type WebhookFields = Required<NewWebhook>;

const URL_PROBLEMS = {
  malformed: 'Enter a URL that begins with https:// or http://',
  'other-scheme': 'Enter a URL that begins with https:// or http://',
  'user-info': 'The URL must not contain a user name or a password',
  'too-long': 'Use 2048 characters or fewer',
} as const;

interface WebhookFormProps {
  readonly initial: WebhookFields;
  readonly action: string;
  readonly error: Error | null;
  readonly failure: string;
  readonly busy: boolean;
  /** Rejects with the server's problem. */
  readonly onSubmit: (fields: WebhookFields) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** The settings of a new or existing webhook. */
export function WebhookForm({ initial, action, error, failure, busy, onSubmit, onCancel }: WebhookFormProps) {
  const form = useForm({ initialValues: initial, validate: { url: findUrlProblem } });
  const submit = form.onSubmit(async (fields) => {
    try {
      await onSubmit(fields);
    } catch (problem) {
      if (problem instanceof ApiProblem) form.setErrors(fieldErrors(problem));
    }
  });
  return (
    <DialogForm action={action} isPending={busy} onSubmit={submit} onCancel={onCancel}>
      <FirstField
        label="URL"
        description="Receives POST requests. Private addresses work only if the server’s operator allows them."
        placeholder="https://hooks.example.com/prompthold"
        {...form.getInputProps('url')}
      />
      <TextInput label="Description" {...form.getInputProps('description')} />
      <MultiSelect
        label="Types of changes"
        description="Leave empty for all"
        data={[...changeTypes]}
        clearable
        {...form.getInputProps('types')}
      />
      <TagsInput
        label="Prompts"
        description="Names, ids, or folders such as support/*. Press Enter after each; leave empty for all"
        maxTags={FILTER_PROMPTS_MAX}
        {...form.getInputProps('prompts')}
      />
      <TagsInput
        label="Labels"
        description="Only moves of these labels. Press Enter after each; leave empty for all changes"
        maxTags={FILTER_LABELS_MAX}
        {...form.getInputProps('labels')}
      />
      {error && <ProblemNotice problem={error} title={failure} />}
    </DialogForm>
  );
}

function findUrlProblem(url: string): string | null {
  const problem = webhookUrlProblem(url);
  return problem === undefined ? null : URL_PROBLEMS[problem];
}

const FIELD_PROBLEMS: Readonly<Record<string, string>> = {
  prompts: 'Use names, ids, or folders such as support/*',
  labels: 'Use labels such as production; latest cannot be moved',
  description: 'Use 2000 characters or fewer',
};

/** The server's complaints by field. Only the one about the URL depends on more than its form. */
function fieldErrors(problem: ApiProblem): Record<string, string> {
  const details = problem.body.details ?? [];
  return Object.fromEntries(
    details.map((detail) => {
      const field = detail.path.replace(/\..*$/, '');
      return [field, FIELD_PROBLEMS[field] ?? describeField(detail)];
    }),
  );
}
