import '../prompts/prompts.css';
import { Alert, Anchor, Text } from '@mantine/core';
import { Link, Redirect } from 'wouter';
import { parsePromptId, parsePromptName } from '../../../../../../domain/naming/prompt-name.ts';
import { ApiProblem } from '../../api/http/request.ts';
import { usePrompt, usePromptId } from '../../api/prompts/prompts.ts';
import { Loading } from '../../components/loading.tsx';
import { LoadProblem } from '../../outage/load-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { PromptActions } from './prompt-actions.tsx';
import { PromptSummary } from './prompt-summary.tsx';
import { PromptTabs, useActiveTab } from './prompt-tabs.tsx';
import { WorkspaceProvider, type WorkspaceProviderProps } from './workspace/workspace-context.tsx';

/** The reference is an id, or a name as users type it. */
export default function PromptPage({ reference }: { readonly reference: string }) {
  const text = decode(reference);
  return parsePromptId(text) ? <PromptById key={text} id={text} /> : <PromptByName key={text} text={text} />;
}

function decode(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

function PromptById({ id }: { readonly id: string }) {
  const { data: prompt, error, refetch } = usePrompt(id);
  if (prompt) return <PromptDetails prompt={prompt} onReload={async () => (await refetch()).data} />;
  if (error instanceof ApiProblem && error.status === 404) return <PromptNotFound />;
  return error ? <PromptProblem problem={error} onRetry={refetch} /> : <Loading />;
}

/** Leads from the name in a typed address to the page of the prompt. */
function PromptByName({ text }: { readonly text: string }) {
  const name = parsePromptName(text);
  const { data: id, error, refetch } = usePromptId(name);
  if (id) return <Redirect to={`/prompts/${id}${window.location.search}`} replace />;
  if (!name || id === null) return <PromptNotFound />;
  return error ? <PromptProblem problem={error} onRetry={refetch} /> : <Loading />;
}

function PromptProblem(failure: { readonly problem: unknown; readonly onRetry: () => unknown }) {
  return (
    <Page title="Prompt">
      <LoadProblem title="Could not load the prompt" {...failure} />
    </Page>
  );
}

function PromptNotFound() {
  return (
    <Page title="Prompt not found">
      <Text>
        There is no prompt at this address. It may have been deleted or renamed.{' '}
        <Anchor component={Link} href="/prompts">
          See all prompts
        </Anchor>
        .
      </Text>
    </Page>
  );
}

function PromptDetails({ prompt, onReload }: Omit<WorkspaceProviderProps, 'children'>) {
  const { label } = useActiveTab();
  return (
    <Page
      title={prompt.name}
      tab={label}
      description={prompt.description}
      actions={<PromptActions prompt={prompt} />}
      isWide
    >
      <PromptSummary prompt={prompt} />
      {prompt.archived && (
        <Alert color="gray" title="This prompt is archived">
          Programs can still read and render it. Unarchive it to save versions or move labels.
        </Alert>
      )}
      <WorkspaceProvider prompt={prompt} onReload={onReload}>
        <PromptTabs />
      </WorkspaceProvider>
    </Page>
  );
}
