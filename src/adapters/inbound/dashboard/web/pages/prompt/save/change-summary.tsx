import { Text } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { type BrokenVersion, describeBrokenVersions } from '../workspace/broken-labels.ts';
import { describeChanges, describeNames } from '../workspace/describe-changes.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

/** Shows the changes in one line: "3 lines changed vs v2 · variables: +agent −items (breaking for production)". */
export function ChangeSummary({ brokenVersions }: { readonly brokenVersions: readonly BrokenVersion[] }) {
  const { prompt, work, isDirty, variables } = useWorkspace();
  const { draft, base } = work;
  // Comparing a long text takes longer than a key press may.
  const compared = useDeferredValue(draft);
  const changes = useMemo(() => describeChanges(base.draft, compared), [base.draft, compared]);
  if (!isDirty) {
    return (
      <Text size="sm" c="dimmed" className="save-summary">
        No unsaved changes
      </Text>
    );
  }
  const names = base.version === prompt.version ? describeNames(prompt.variables, variables) : '';
  const breaking = describeBrokenVersions(brokenVersions);
  return (
    <Text size="sm" className="save-summary">
      <strong>
        <span className="unsaved-dot" aria-hidden>
          ●
        </span>{' '}
        Unsaved
      </strong>{' '}
      · {changes} vs v{base.version}
      {names !== '' && ` · variables: ${names}`}
      <span role="status" className="breaking-note">
        {breaking !== '' && (names === '' ? ` · ${breaking}` : ` (${breaking})`)}
      </span>
    </Text>
  );
}
