import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { labelProblem } from '../../../../../../../domain/naming/label.ts';
import { describeLabelProblem, OPTIONAL_NOTE, PromotionFields } from '../../../forms/promotion/promotion-fields.tsx';
import { BreakingPromotion } from '../workspace/breaking-changes.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { suggestLabels } from '../workspace/suggest-labels.ts';
import { usePromotion } from '../workspace/use-promotion.ts';
import { versionOptions } from '../workspace/version-options.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

/** Points a label to a version; every program that reads by that label then gets it. */
export function PromoteForm() {
  const { prompt } = useWorkspace();
  const { promote, isPending, reset, breakingChanges, problem } = usePromotion(prompt.id);
  const form = useForm({
    initialValues: { label: 'production', target: String(prompt.latestVersion), message: '' },
    validate: { label: (label) => describeLabelProblem(labelProblem(label), 'always points to the latest version') },
    // The error was about the previous label or version.
    onValuesChange: (now, before) => {
      if (now.label !== before.label || now.target !== before.target) reset();
    },
  });
  const current = prompt.labels[form.values.label];
  const submit = (force: boolean) =>
    form.onSubmit(({ label, target, message }) => {
      if (isPending) return;
      promote(
        { label, version: Number(target), message, force },
        { onSuccess: () => form.setFieldValue('message', '') },
      );
    });

  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="promote-heading">
      <form onSubmit={submit(false)}>
        <Stack gap="sm">
          <Title order={2} size="h5" id="promote-heading">
            Promote a version
          </Title>
          <PromotionFields
            draft={form.values}
            labels={suggestLabels(prompt.labels)}
            labelError={form.errors['label'] as string | undefined}
            labelHint="Existing or new label"
            targetName="Version"
            targets={versionOptions(prompt)}
            targetHint={current ? `Currently version ${current}` : 'New label'}
            noteHint={OPTIONAL_NOTE}
            onChange={form.setValues}
          />
          {problem && <ChangeProblem problem={problem} title="Not promoted" />}
          {breakingChanges && (
            <BreakingPromotion
              title="This would break programs that use the label"
              changes={breakingChanges}
              role="alert"
            >
              <Button variant="default" onClick={() => submit(true)()}>
                Promote anyway
              </Button>
            </BreakingPromotion>
          )}
          <Group>
            <Button type="submit" loading={isPending}>
              Promote
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
