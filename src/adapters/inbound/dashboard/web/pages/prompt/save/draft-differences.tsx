import { Alert, Text, Title } from '@mantine/core';
import { variableChanges } from '../../../../../../../domain/templates/variable-changes.ts';
import { parseVariables } from '../../../../../../../domain/templates/variables.ts';
import { LazyTemplateDiff } from '../../../editor/lazy-editor.tsx';
import { ChangeList, variableLines } from '../versions/difference-summary.tsx';
import { BreakingChanges } from '../workspace/breaking-changes.tsx';
import { type BrokenVersion, describeBrokenVersions } from '../workspace/broken-labels.ts';
import { draftText } from '../workspace/describe-changes.ts';
import { useWideWindow } from '../workspace/use-wide-window.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { ChangeSummary } from './change-summary.tsx';

/** Everything that the draft changes. */
export function DraftDifferences({ brokenVersions }: { readonly brokenVersions: readonly BrokenVersion[] }) {
  return (
    <>
      <ChangeSummary brokenVersions={brokenVersions} />
      {brokenVersions.map((broken) => (
        <Alert
          key={broken.version}
          className="notice"
          color="yellow"
          py="xs"
          title={`v${broken.version}: ${describeBrokenVersions([broken])}`}
        >
          <BreakingChanges changes={broken.changes.map(({ path, change }) => ({ path, problem: change }))} />
        </Alert>
      ))}
      <TextDifferences />
      <VariableSettings />
    </>
  );
}

function TextDifferences() {
  const { work } = useWorkspace();
  const { draft, base } = work;
  const layout = useWideWindow() ? 'side-by-side' : 'unified';
  const [before, after] = [draftText(base.draft), draftText(draft)];
  return (
    <>
      {before === after ? (
        <Text size="sm" c="dimmed">
          The content is the same.
        </Text>
      ) : (
        <LazyTemplateDiff
          from={{ label: `Version ${base.version}`, text: before }}
          to={{ label: 'Draft', text: after }}
          layout={layout}
          isFolded
        />
      )}
      {base.draft.config !== draft.config && (
        <section aria-labelledby="review-config">
          <Title order={3} size="h6" id="review-config" mb={4}>
            Config
          </Title>
          <LazyTemplateDiff
            from={{ label: `Config of version ${base.version}`, text: base.draft.config }}
            to={{ label: 'Config of the draft', text: draft.config }}
            layout={layout}
            isFolded
          />
        </section>
      )}
    </>
  );
}

/** Lists all changed settings, also those that break no calls, such as a new default. */
function VariableSettings() {
  const { prompt, work, variables } = useWorkspace();
  const published = parseVariables(prompt.variables);
  if (work.base.version !== prompt.version || published.kind === 'invalid') return null;
  return <ChangeList title="Variables" lines={variableLines(variableChanges(published.variables, variables))} />;
}
