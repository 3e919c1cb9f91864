import '../prompts/prompts.css';
import { Alert } from '@mantine/core';
import { type LoadedPrompt, usePrompt } from '../../api/prompts.ts';
import { ApiProblem } from '../../api/request.ts';
import { Loading } from '../../components/loading.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { PromptActions } from './prompt-actions.tsx';
import { PromptNotFound } from './prompt-not-found.tsx';
import { PromptSummary } from './prompt-summary.tsx';
import { PromptTabs } from './prompt-tabs.tsx';
import { WorkspaceProvider } from './workspace/workspace-context.tsx';

export default function PromptPage({ id }: { readonly id: string }) {
  const { data: prompt, error, refetch } = usePrompt(id);
  if (prompt) return <PromptDetails prompt={prompt} onReload={async () => (await refetch()).data} />;
  if (error instanceof ApiProblem && error.status === 404) return <PromptNotFound />;
  if (error) {
    return (
      <Page title="Prompt">
        <ProblemNotice title="Could not load the prompt" problem={error} onRetry={refetch} />
      </Page>
    );
  }
  return <Loading />;
}

interface PromptDetailsProps {
  readonly prompt: LoadedPrompt;
  readonly onReload: () => Promise<LoadedPrompt | undefined>;
}

function PromptDetails({ prompt, onReload }: PromptDetailsProps) {
  return (
    <Page title={prompt.name} description={prompt.description} actions={<PromptActions prompt={prompt} />}>
      <PromptSummary prompt={prompt} />
      {prompt.archived && (
        <Alert color="gray" title="This prompt is archived">
          It can still be read and rendered. Unarchive it to publish versions or move labels.
        </Alert>
      )}
      <WorkspaceProvider prompt={prompt} onReload={onReload}>
        <PromptTabs />
      </WorkspaceProvider>
    </Page>
  );
}
