import { Redirect } from 'wouter';
import { parsePromptName } from '../../../../../../domain/naming/prompt-name.ts';
import { usePromptId } from '../../api/prompts/prompts.ts';
import { Loading } from '../../components/loading.tsx';
import { LoadProblem } from '../../outage/load-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { PromptNotFound } from './prompt-not-found.tsx';

/** Leads from the name in a typed address to the page of the prompt. */
export function PromptByName({ text }: { readonly text: string }) {
  const name = parsePromptName(text);
  const { data: id, error, refetch } = usePromptId(name);
  if (id) return <Redirect to={`/prompts/${id}${window.location.search}`} replace />;
  if (!name || id === null) return <PromptNotFound />;
  if (error) {
    return (
      <Page title="Prompt">
        <LoadProblem title="Could not load the prompt" problem={error} onRetry={refetch} />
      </Page>
    );
  }
  return <Loading />;
}
