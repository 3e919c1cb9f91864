import { Group, Skeleton, Stack, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { labelProblem } from '../../../../../../domain/naming/label.ts';
import { PROTECTED_LABELS_MAX } from '../../../../../../domain/prompts/protected-labels.ts';
import { useProtectedLabels, useProtectLabels } from '../../api/prompts/protection.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { NotLoaded } from '../../outage/load-problem.tsx';

/** Chooses the labels that programs with the API key cannot move. */
export function ProtectedLabelsForm() {
  const query = useProtectedLabels();
  if (!query.data)
    return <NotLoaded title="Could not load the protected labels" query={query} pending={<Skeleton height={80} />} />;
  return <LabelsForm labels={query.data} />;
}

function LabelsForm({ labels }: { readonly labels: readonly string[] }) {
  const protect = useProtectLabels();
  const form = useForm({
    initialValues: { labels: [...labels] },
    validate: { labels: findProblem },
    onValuesChange: () => protect.reset(),
  });
  const submit = form.onSubmit(({ labels: chosen }) =>
    protect.mutate(chosen, {
      onSuccess: ({ data }) => {
        form.setValues({ labels: [...data.labels] });
        notifications.show({ color: 'green', message: 'Protected labels saved' });
      },
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={480}>
        {protect.error && <ProblemNotice problem={protect.error} title="Could not save the protected labels" />}
        <TagsInput
          label="Protected labels"
          description="Press Enter after each label"
          placeholder={form.values.labels.length === 0 ? 'production' : undefined}
          data={['production', 'staging']}
          maxTags={PROTECTED_LABELS_MAX}
          acceptValueOnBlur
          spellCheck={false}
          {...form.getInputProps('labels')}
        />
        <Group>
          <BusyButton type="submit" busy={protect.isPending}>
            Save protected labels
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}

function findProblem(labels: readonly string[]): string | null {
  const reserved = labels.find((label) => labelProblem(label) === 'reserved');
  if (reserved !== undefined) return '“latest” always points to the newest version';
  const malformed = labels.find((label) => labelProblem(label) !== undefined);
  if (malformed === undefined) return null;
  return `“${malformed}” is not a label: start with a lowercase letter; then letters, digits, “.”, “_” or “-”`;
}
