import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem } from '../../../api/http/request.ts';
import { describeDraftProblem } from '../editor/describe-draft-problem.ts';
import { BreakingChanges } from '../workspace/breaking-changes.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import type { SaveFailure } from './use-save.ts';

interface SaveProblemProps {
  readonly failure: SaveFailure;
  readonly onRetry: () => unknown;
  /** Given if the save would also have moved labels. */
  readonly onSaveWithoutLabels: (() => unknown) | undefined;
  readonly onForce: () => unknown;
}

export function SaveProblem({ failure, onRetry, onSaveWithoutLabels, onForce }: SaveProblemProps) {
  switch (failure.kind) {
    case 'archived':
      return <NotSaved>The prompt is archived. Unarchive it first.</NotSaved>;
    case 'invalid':
      return <InvalidDraft />;
    case 'rejected':
      return (
        <div className="save-notice">
          {failure.problem instanceof ApiProblem && failure.problem.code === 'breaking_change' ? (
            <BreakingVersion {...{ problem: failure.problem, onSaveWithoutLabels, onForce }} />
          ) : (
            <ChangeProblem problem={failure.problem} title="Not saved" onRetry={onRetry} />
          )}
        </div>
      );
  }
}

function NotSaved({ children }: { readonly children: string }) {
  return (
    <Alert className="save-notice" color="red" icon={<IconAlertTriangle aria-hidden />} title="Not saved" role="alert">
      {children}
    </Alert>
  );
}

/** Names the first problem: the list below the text may be out of view. */
function InvalidDraft() {
  const { problems } = useWorkspace();
  const [first, ...others] = problems;
  if (!first) return null;
  const more =
    others.length === 0
      ? ''
      : ` ${others.length} more ${others.length === 1 ? 'problem is' : 'problems are'} listed below the text.`;
  return <NotSaved>{`${describeDraftProblem(first)}.${more}`}</NotSaved>;
}

interface BreakingVersionProps extends Pick<SaveProblemProps, 'onSaveWithoutLabels' | 'onForce'> {
  readonly problem: ApiProblem;
}

/** Without labels, only prompts that include this one can break. */
function BreakingVersion({ problem, onSaveWithoutLabels, onForce }: BreakingVersionProps) {
  const victims = onSaveWithoutLabels ? 'programs that use this label' : 'prompts that include this one';
  return (
    <Alert className="notice" color="red" title={`Not saved: breaking change for ${victims}`} role="alert">
      <BreakingChanges changes={problem.body.details ?? []} />
      <Text size="sm" my="xs">
        {onSaveWithoutLabels
          ? 'Save without promoting now, and promote when those programs are ready.'
          : 'Update the programs that use those labels first, or save anyway if they are ready.'}
      </Text>
      <Button size="xs" variant="default" onClick={onSaveWithoutLabels ?? onForce}>
        {onSaveWithoutLabels ? 'Save without promoting' : 'Save anyway'}
      </Button>
    </Alert>
  );
}
