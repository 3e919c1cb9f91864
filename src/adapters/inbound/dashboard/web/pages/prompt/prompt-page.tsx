import '../prompts/prompts.css';
import { Alert, Badge, Tabs } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { type PromptWithVersion, usePrompt } from '../../api/prompts.ts';
import { ApiProblem } from '../../api/request.ts';
import { Loading } from '../../components/loading.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { CodeTab } from './code/code-tab.tsx';
import { EditorTab } from './editor/editor-tab.tsx';
import { PreviewPanel } from './editor/preview-panel.tsx';
import { LabelsTab } from './labels/labels-tab.tsx';
import { PromptActions } from './prompt-actions.tsx';
import { PromptFacts } from './prompt-facts.tsx';
import { PromptGone } from './prompt-gone.tsx';
import { VersionsTab } from './versions/versions-tab.tsx';
import { useWorkspace, type Workspace } from './workspace/use-workspace.ts';

export default function PromptPage({ id }: { readonly id: string }) {
  const { data: prompt, error, refetch } = usePrompt(id);
  if (prompt) return <LoadedPrompt prompt={prompt} reload={async () => (await refetch()).data} />;
  if (error instanceof ApiProblem && error.status === 404) return <PromptGone />;
  if (error) {
    return (
      <Page title="Prompt">
        <ProblemNotice problem={error} retry={refetch} />
      </Page>
    );
  }
  return <Loading />;
}

interface LoadedPromptProps {
  readonly prompt: PromptWithVersion;
  readonly reload: () => Promise<PromptWithVersion | undefined>;
}

function LoadedPrompt({ prompt, reload }: LoadedPromptProps) {
  const workspace = useWorkspace(prompt);
  return (
    <Page title={prompt.name} description={prompt.description} actions={<PromptActions prompt={prompt} />}>
      <PromptFacts prompt={prompt} />
      {prompt.archived && (
        <Alert color="gray" title="This prompt is archived">
          It can still be read and rendered. To publish versions or move labels, take it out of the archive.
        </Alert>
      )}
      {workspace ? <Areas workspace={workspace} reload={reload} /> : <Loading />}
    </Page>
  );
}

const AREAS = ['editor', 'preview', 'versions', 'labels', 'use'] as const;
type Area = (typeof AREAS)[number];

const isArea = (text: string | null): text is Area => AREAS.some((area) => area === text);

interface AreasProps {
  readonly workspace: Workspace;
  readonly reload: () => Promise<PromptWithVersion | undefined>;
}

/** One at a time, and the address says which. What is being written is kept above them, so that nothing is lost between. */
function Areas({ workspace, reload }: AreasProps) {
  const [address, setAddress] = useSearchParams();
  const named = address.get('tab');
  const area = isArea(named) ? named : 'editor';
  const { prompt } = workspace;
  return (
    <Tabs
      className="areas"
      value={area}
      onChange={(next) => setAddress(next === null || next === 'editor' ? {} : { tab: next })}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        <Tabs.Tab value="editor" rightSection={workspace.dirty && <Unsaved />}>
          Editor
        </Tabs.Tab>
        <Tabs.Tab value="preview">Preview</Tabs.Tab>
        <Tabs.Tab value="versions">Versions</Tabs.Tab>
        <Tabs.Tab value="labels">Labels</Tabs.Tab>
        <Tabs.Tab value="use">Use it</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="editor">
        <EditorTab workspace={workspace} reload={reload} />
      </Tabs.Panel>
      <Tabs.Panel value="preview">
        <PreviewPanel workspace={workspace} />
      </Tabs.Panel>
      <Tabs.Panel value="versions">
        <VersionsTab prompt={prompt} />
      </Tabs.Panel>
      <Tabs.Panel value="labels">
        <LabelsTab prompt={prompt} />
      </Tabs.Panel>
      <Tabs.Panel value="use">
        <CodeTab prompt={prompt} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Unsaved() {
  return (
    <Badge size="sm" variant="default" tt="none">
      unsaved
    </Badge>
  );
}
