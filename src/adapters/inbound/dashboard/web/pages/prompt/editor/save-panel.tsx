import { Button, Group, Paper, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconDeviceFloppy } from '@tabler/icons-react';
import type { VariableUse } from '../../../../../../../domain/templates/template-uses.ts';
import { type NewVersion, usePublish } from '../../../api/prompt-changes.ts';
import { ApiProblem } from '../../../api/request.ts';
import { type Draft, readJson, toContentInput } from '../workspace/draft.ts';
import { markSaved, startFrom } from '../workspace/unsaved-work.ts';
import { variablesToPublish } from '../workspace/variable-drafts.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { SaveProblem } from './save-problem.tsx';

/** Publishes the draft as a new version, unless another one was published first. */
export function SavePanel() {
  const { prompt, updateWork, isDirty, published } = useWorkspace();
  const form = useForm({ initialValues: { message: '', labels: [] as string[] } });
  const { save, error, isPending } = useSave(form.reset);
  useHotkeys([['mod+S', () => void save(form.values)]], [], true);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="save-heading">
      <Stack gap="sm">
        <Title order={2} size="h4" id="save-heading">
          Save as version {prompt.latestVersion + 1}
        </Title>
        <TextInput
          label="Message"
          description="Why this version exists"
          maxLength={500}
          {...form.getInputProps('message')}
        />
        <TagsInput
          label="Labels to set on it"
          description="Optional: you can promote it later"
          data={Object.keys(prompt.labels)}
          {...form.getInputProps('labels')}
        />
        {error && <SaveProblem problem={error} onSaveWithoutLabels={() => void save({ ...form.values, labels: [] })} />}
        <Group gap="sm">
          <Button
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            onClick={() => void save(form.values)}
            loading={isPending}
            disabled={prompt.archived}
          >
            Save
          </Button>
          {isDirty && (
            <Button variant="default" onClick={() => updateWork(() => startFrom(published))}>
              Discard changes
            </Button>
          )}
          <Text size="sm" c="dimmed">
            {isDirty ? 'Unsaved changes are kept while you visit other pages.' : 'No unsaved changes.'}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}

interface SaveOptions {
  readonly message: string;
  readonly labels: readonly string[];
}

function useSave(onSaved: () => void) {
  const { prompt, work, updateWork, reload, uses, problems } = useWorkspace();
  const { mutateAsync, error, isPending } = usePublish(prompt.id);
  const { draft, base } = work;

  const publish = async (body: NewVersion) => {
    // When a newer version exists, the ETag of the edited one makes the server reject the draft.
    const { etag } = prompt.latestVersion === base.version ? prompt : base;
    try {
      return await mutateAsync({ body, etag });
    } catch (problem) {
      if (!(problem instanceof ApiProblem && problem.status === 412)) throw problem;
      const current = await reload();
      // Only a label or the details have changed, so there is no content to overwrite.
      if (current?.latestVersion === base.version) return mutateAsync({ body, etag: current.etag });
      throw problem;
    }
  };

  const save = async (options: SaveOptions) => {
    if (isPending) return;
    if (problems.length > 0 || prompt.archived) {
      const message = prompt.archived ? 'The prompt is archived.' : 'See the problems below the text.';
      notifications.show({ color: 'red', title: 'Not saved', message });
      return;
    }
    try {
      const { version, etag } = await publish({ ...toNewVersion(draft, uses), ...options });
      updateWork((current) => markSaved(current, { draft, version, etag }));
      onSaved();
      announceSave(version, base.version);
    } catch {
      // The panel shows the error of the mutation.
    }
  };

  return { save, error, isPending };
}

function toNewVersion({ content, declared, order, config }: Draft, uses: readonly VariableUse[]): NewVersion {
  const { type: _, ...fields } = toContentInput(content);
  return { ...fields, config: readJson(config), variables: variablesToPublish(declared, uses, order) };
}

function announceSave(version: number, previous: number): void {
  if (version > previous) notifications.show({ color: 'green', message: `Version ${version} saved` });
  else
    notifications.show({
      title: 'Nothing changed',
      message: `The draft is the same as version ${version}; no new version was created.`,
    });
}
