import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { discardSetAside, keepMine, loadTheirs, restoreSetAside } from '../workspace/unsaved-work.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

/** Shown when a newer version was published during editing: neither version is lost. */
export function DraftNotices() {
  const { prompt, work, isDirty } = useWorkspace();
  return (
    <>
      {isDirty && prompt.version > work.base.version && <NewerVersionNotice />}
      {work.setAside && <SetAsideNotice />}
    </>
  );
}

function NewerVersionNotice() {
  const { prompt, work, updateWork, published } = useWorkspace();
  const { id, version } = prompt;
  const baseVersion = work.base.version;
  return (
    <Alert
      className="notice"
      color="yellow"
      title={`Version ${version} was published while you were editing`}
      role="alert"
    >
      <Text size="sm">
        You started from version {baseVersion}. Your changes are not lost.{' '}
        <Anchor
          component={Link}
          href={`/prompts/${id}?tab=versions&from=${baseVersion}&to=${version}`}
          underline="always"
          inherit
        >
          See what changed
        </Anchor>
      </Text>
      <Group mt="sm" gap="sm">
        <Button variant="default" onClick={() => updateWork((mine) => loadTheirs(mine, published))}>
          Load version {version}
        </Button>
        <Button variant="default" onClick={() => updateWork((mine) => keepMine(mine, published))}>
          Keep my text
        </Button>
      </Group>
    </Alert>
  );
}

function SetAsideNotice() {
  const { updateWork } = useWorkspace();
  return (
    <Alert color="gray" title="Your own text is set aside">
      <Group gap="sm">
        <Button variant="default" onClick={() => updateWork(restoreSetAside)}>
          Restore my text
        </Button>
        <Button variant="default" onClick={() => updateWork(discardSetAside)}>
          Discard my text
        </Button>
      </Group>
    </Alert>
  );
}
