import { Alert, Button, Group } from '@mantine/core';
import { discardSetAside, restoreSetAside } from '../workspace/unsaved-work.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

/** Shown while the user looks at a newer version instead of their own draft. */
export function SetAsideNotice() {
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
