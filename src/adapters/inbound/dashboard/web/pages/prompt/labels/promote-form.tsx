import { Alert, Autocomplete, Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { labelProblem } from '../../../../../../../domain/naming/label.ts';
import { usePromote } from '../../../api/prompts/prompt-changes.ts';
import { ApiProblem } from '../../../api/request.ts';
import { BreakingChanges } from '../workspace/breaking-changes.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { versionOptions } from '../workspace/version-options.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

/** Points a label to a version; every program that reads by that label then gets it. */
export function PromoteForm() {
  const { prompt } = useWorkspace();
  const promote = usePromote(prompt.id);
  const form = useForm({
    initialValues: { label: 'production', version: String(prompt.latestVersion), message: '' },
    validate: { label: (label) => LABEL_PROBLEMS[labelProblem(label) ?? 'none'] },
    // The error was about the previous label or version.
    onValuesChange: (now, before) => {
      if (now.label !== before.label || now.version !== before.version) promote.reset();
    },
  });
  const current = prompt.labels[form.values.label];

  const submit = (force: boolean) =>
    form.onSubmit(({ label, version, message }) => {
      if (promote.isPending) return;
      const promotion = { label, version: Number(version), message, force };
      promote.mutate(promotion, {
        onSuccess: () => {
          form.setFieldValue('message', '');
          notifications.show({ color: 'green', message: `${label} points to version ${version}` });
        },
      });
    });

  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="promote-heading">
      <form onSubmit={submit(false)}>
        <Stack gap="sm">
          <Title order={2} size="h5" id="promote-heading">
            Promote a version
          </Title>
          <Group align="flex-start" gap="sm">
            <Autocomplete
              label="Label"
              description="Existing or new label"
              data={[...new Set([...Object.keys(prompt.labels), 'production', 'staging'])]}
              spellCheck={false}
              {...form.getInputProps('label')}
            />
            <NativeSelect
              label="Version"
              description={current ? `Currently version ${current}` : 'New label'}
              data={versionOptions(prompt)}
              {...form.getInputProps('version')}
            />
            <TextInput
              label="Note"
              description="Optional, shown in the label’s history"
              maxLength={500}
              flex="1 1 200px"
              {...form.getInputProps('message')}
            />
          </Group>
          {promote.error && <PromotionProblem problem={promote.error} onForce={() => submit(true)()} />}
          <Group>
            <Button type="submit" loading={promote.isPending}>
              Promote
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

const LABEL_PROBLEMS = {
  none: null,
  malformed: 'Start with a lowercase letter; then letters, digits, “.”, “_” or “-”, at most 36 characters',
  reserved: '“latest” always points to the latest version',
} as const;

function PromotionProblem({ problem, onForce }: { readonly problem: unknown; readonly onForce: () => void }) {
  if (!(problem instanceof ApiProblem) || problem.code !== 'breaking_change') {
    return <ChangeProblem problem={problem} title="Not promoted" />;
  }
  return (
    <Alert className="notice" color="yellow" title="This would break programs that use the label" role="alert">
      <BreakingChanges changes={problem.body.details ?? []} />
      <Text size="sm" my="xs">
        Update those programs first, or promote anyway if they are ready.
      </Text>
      <Button variant="default" onClick={onForce}>
        Promote anyway
      </Button>
    </Alert>
  );
}
