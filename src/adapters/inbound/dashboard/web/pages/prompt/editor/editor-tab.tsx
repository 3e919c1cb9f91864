import './workbench.css';
import { Alert, Button, Code, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import type { Problem } from '../../../../../../../domain/problem.ts';
import { CONFIG_BYTES_MAX, parseConfig } from '../../../../../../../domain/templates/prompt-content.ts';
import { LazyTemplateEditor } from '../../../editor/lazy-editor.tsx';
import { type ContentDraft, readJson } from '../workspace/draft.ts';
import { discardSetAside, restoreSetAside } from '../workspace/unsaved-work.ts';
import { useWideWindow } from '../workspace/use-wide-window.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { ChatEditor } from './chat-editor.tsx';
import { DraftProblems } from './draft-problems.tsx';
import { PreviewPane, usePreview } from './preview-pane.tsx';
import { VariablesPanel } from './variables-panel.tsx';

export function EditorTab() {
  const isWide = useWideWindow();
  return (
    <div className="workbench">
      <div className="workbench-editor">
        <SetAsideNotice />
        <ContentSection />
        {!isWide && <NarrowVariables />}
        <ConfigSection />
      </div>
      {isWide && <PreviewPane />}
    </div>
  );
}

/** Shown while the user looks at a newer version instead of their own draft. */
function SetAsideNotice() {
  const { work, updateWork } = useWorkspace();
  if (!work.setAside) return null;
  return (
    <Alert color="gray" title="Your draft is set aside">
      <Group gap="sm">
        <Button variant="default" onClick={() => updateWork(restoreSetAside)}>
          Restore my draft
        </Button>
        <Button variant="default" onClick={() => updateWork(discardSetAside)}>
          Discard my draft
        </Button>
      </Group>
    </Alert>
  );
}

/** In a narrow window, the preview has its own tab. */
function NarrowVariables() {
  const preview = usePreview();
  return <VariablesPanel problems={preview?.problems ?? []} />;
}

function ContentSection() {
  const { work, changeDraft, problems, unknownIncludes } = useWorkspace();
  const { content } = work.draft;
  const [freshKey, setFreshKey] = useState<number>();
  return (
    <Stack gap="xs" component="section" aria-labelledby="content-heading">
      <Title order={2} size="h5" id="content-heading">
        {content.type === 'text' ? 'Template' : 'Messages'}
      </Title>
      {content.type === 'text' ? (
        <div className="template-field">
          <LazyTemplateEditor
            label="Template"
            describedBy="tag-help"
            hasLineNumbers
            unknownIncludes={unknownIncludes}
            value={content.content}
            onChange={(text) => changeDraft({ content: { type: 'text', content: text } })}
          />
        </div>
      ) : (
        <ChatEditor
          messages={content.messages}
          unknownIncludes={unknownIncludes}
          freshKey={freshKey}
          onFreshKey={setFreshKey}
          onChange={(messages) => changeDraft({ content: { type: 'chat', messages } })}
        />
      )}
      <DraftProblems problems={problems.filter((problem) => !isAboutFreshPlaceholder(problem, content, freshKey))} />
      <TagHelp />
    </Stack>
  );
}

function TagHelp() {
  return (
    <Text size="xs" c="dimmed" id="tag-help">
      <Code>{'{{name}}'}</Code> a value, <Code>{'{{#name}}…{{/name}}'}</Code> a section,{' '}
      <Code>{'{{^name}}…{{/name}}'}</Code> its opposite, <Code>{'{{> other@label}}'}</Code> another prompt,{' '}
      <Code>{'\\{{'}</Code> literal braces. All other braces are plain text. Press Tab to leave the editor, Ctrl+S or ⌘S
      to save, Ctrl+Enter or ⌘Enter to open an included prompt.
    </Text>
  );
}

/** A placeholder that was just added has no name yet: that is not worth a warning before its field was left. */
function isAboutFreshPlaceholder({ path }: Problem, content: ContentDraft, freshKey: number | undefined): boolean {
  if (content.type === 'text' || freshKey === undefined) return false;
  return path === `messages.${content.messages.findIndex(({ key }) => key === freshKey)}.placeholder`;
}

function ConfigSection() {
  const { work, changeDraft } = useWorkspace();
  const { config } = work.draft;
  return (
    <Stack gap="xs" component="section" aria-labelledby="config-heading">
      <Title order={2} size="h5" id="config-heading">
        Config
      </Title>
      <Textarea
        aria-label="Config as JSON"
        description="JSON for your program: model, temperature and other settings"
        autosize
        minRows={3}
        maxRows={16}
        classNames={{ input: 'code-input' }}
        value={config}
        onChange={({ currentTarget }) => changeDraft({ config: currentTarget.value })}
        spellCheck={false}
        error={findConfigProblem(config)}
      />
    </Stack>
  );
}

function findConfigProblem(text: string): string | undefined {
  const config = readJson(text);
  if (config === undefined) return 'Not valid JSON';
  const outcome = parseConfig(config);
  if (outcome.kind === 'config') return undefined;
  return outcome.problems.some(({ problem }) => problem === 'too-large')
    ? `Larger than ${CONFIG_BYTES_MAX / 1024} KiB`
    : 'Must be a JSON object';
}
