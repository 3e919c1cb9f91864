import { Button, Group, Paper, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { type Seen, usePublish } from '../../../api/prompt-changes.ts';
import type { PromptWithVersion } from '../../../api/prompts.ts';
import { ApiProblem } from '../../../api/request.ts';
import { contentOf, type Draft, readJson } from '../workspace/draft.ts';
import { begin, saved } from '../workspace/unsaved-work.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { variablesToPublish } from '../workspace/variable-drafts.ts';
import { SaveProblem } from './save-problem.tsx';

interface SavePanelProps {
  readonly workspace: Workspace;
  readonly reload: () => Promise<PromptWithVersion | undefined>;
}

/** Publishes the draft as a new version, unless somebody was faster. */
export function SavePanel({ workspace, reload }: SavePanelProps) {
  const { prompt, work, setWork, dirty, uses, problems, published } = workspace;
  const [message, setMessage] = useState('');
  const [labels, setLabels] = useState<readonly string[]>([]);
  const publish = usePublish(prompt.id);

  const send = async (draft: Draft, seen: Seen, chosen: readonly string[]) => {
    const body = { ...bodyOf(draft, uses), message, labels: chosen };
    try {
      return await publish.mutateAsync({ body, seen });
    } catch (problem) {
      if (!(problem instanceof ApiProblem && problem.status === 412)) throw problem;
      const now = await reload();
      // Only a label or a detail has changed, so nobody's words are at stake.
      if (now?.latestVersion === work.baseVersion) return publish.mutateAsync({ body, seen: now });
      throw problem;
    }
  };

  const save = async (chosen = labels) => {
    if (publish.isPending) return;
    if (problems.length > 0 || prompt.archived) {
      const why = prompt.archived ? 'The prompt is archived.' : 'See the problems below the text.';
      notifications.show({ color: 'red', title: 'Not saved', message: why });
      return;
    }
    const { draft } = work;
    const before = work.baseVersion;
    try {
      const { data } = await send(draft, { ...prompt, ...seenFrom(prompt, before) }, chosen);
      setWork((now) => saved(now, draft, data.version));
      setMessage('');
      setLabels([]);
      announce(data.version, before);
    } catch {
      // Shown below, from the mutation.
    }
  };
  useHotkeys([['mod+S', () => void save()]], [], true);

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
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <TagsInput
          label="Labels to set on it"
          description="None is fine: promote it later"
          data={Object.keys(prompt.labels)}
          value={[...labels]}
          onChange={setLabels}
        />
        {publish.error && <SaveProblem problem={publish.error} saveWithoutLabels={() => void save([])} />}
        <Group gap="sm">
          <Button
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            onClick={() => void save()}
            loading={publish.isPending}
            disabled={prompt.archived}
          >
            Save
          </Button>
          {dirty && (
            <Button variant="default" onClick={() => setWork(() => begin(published, prompt.version))}>
              Discard changes
            </Button>
          )}
          <Text size="sm" c="dimmed">
            {dirty ? 'Unsaved changes stay while you look at other pages.' : 'Nothing has been changed.'}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}

/** A newer version than the one that was edited has not been seen, whatever the page knows by now. */
const seenFrom = ({ latestVersion, revision }: Seen, baseVersion: number) =>
  latestVersion === baseVersion ? { revision } : { revision: 0 };

function bodyOf({ words, declared, order, config }: Draft, uses: Workspace['uses']) {
  const { type: _, ...content } = contentOf(words);
  const variables = variablesToPublish(declared, uses, order);
  return { ...content, config: readJson(config), ...(variables && { variables: [...variables] }) };
}

function announce(version: number, before: number): void {
  if (version > before) notifications.show({ color: 'green', message: `Version ${version} saved` });
  else
    notifications.show({
      title: 'Nothing changed',
      message: `It is the same as version ${version}; no new version was made.`,
    });
}
