import { Grid, Stack, Textarea, Title } from '@mantine/core';
import { parseConfig } from '../../../../../../../domain/templates/prompt-content.ts';
import type { PromptWithVersion } from '../../../api/prompts.ts';
import { LazyTemplateEditor } from '../../../editor/lazy-editor.tsx';
import { readJson } from '../workspace/draft.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { ChatEditor } from './chat-editor.tsx';
import { DraftNotices } from './draft-notices.tsx';
import { DraftProblems } from './draft-problems.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { SavePanel } from './save-panel.tsx';
import { TagHelp } from './tag-help.tsx';
import { VariablesPanel } from './variables-panel.tsx';

interface EditorTabProps {
  readonly workspace: Workspace;
  readonly reload: () => Promise<PromptWithVersion | undefined>;
}

export function EditorTab({ workspace, reload }: EditorTabProps) {
  const { work, change } = workspace;
  const { words, config } = work.draft;
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="xl">
          <DraftNotices workspace={workspace} />
          <Stack gap="xs" component="section" aria-labelledby="words-heading">
            <Title order={2} size="h4" id="words-heading">
              {words.type === 'text' ? 'Template' : 'Messages'}
            </Title>
            {words.type === 'text' ? (
              <LazyTemplateEditor
                label="Template"
                describedBy="tag-help"
                numbered
                value={words.content}
                onChange={(content) => change({ words: { type: 'text', content } })}
              />
            ) : (
              <ChatEditor
                messages={words.messages}
                change={(messages) => change({ words: { type: 'chat', messages } })}
              />
            )}
            <DraftProblems problems={workspace.problems} />
            <TagHelp id="tag-help" />
          </Stack>
          <VariablesPanel workspace={workspace} />
          <Stack gap="xs" component="section" aria-labelledby="config-heading">
            <Title order={2} size="h4" id="config-heading">
              Config
            </Title>
            <Textarea
              label="Config as JSON"
              description="Model, temperature and whatever else your program wants to read with the prompt"
              autosize
              minRows={3}
              maxRows={16}
              classNames={{ input: 'code-input' }}
              value={config}
              onChange={({ currentTarget }) => change({ config: currentTarget.value })}
              spellCheck={false}
              error={configMistake(config)}
            />
          </Stack>
          <SavePanel workspace={workspace} reload={reload} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={5} visibleFrom="lg">
        <PreviewPanel workspace={workspace} />
      </Grid.Col>
    </Grid>
  );
}

function configMistake(text: string): string | undefined {
  const config = readJson(text);
  if (config === undefined) return 'This is no JSON';
  const outcome = parseConfig(config);
  if (outcome.kind === 'config') return undefined;
  return outcome.problems.some(({ problem }) => problem === 'too-large')
    ? 'It is larger than 16 KiB'
    : 'It must be a JSON object';
}
