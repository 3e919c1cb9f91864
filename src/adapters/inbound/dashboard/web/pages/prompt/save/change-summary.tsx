import { Text } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { describeChanges, describeNames } from '../workspace/describe-changes.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

/** What the draft changes, in one line. */
export function ChangeSummary() {
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
  return (
    <Text size="sm" className="save-summary">
      <strong>● Unsaved</strong> · {changes} vs v{base.version}
      {names !== '' && ` · variables: ${names}`}
    </Text>
  );
}
