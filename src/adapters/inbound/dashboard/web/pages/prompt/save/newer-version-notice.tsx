import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { keepMine, loadTheirs, type UnsavedWork } from '../workspace/unsaved-work.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

interface NewerVersionNoticeProps {
  /** Whether the draft was rejected because of the newer version. */
  readonly hasFailed: boolean;
  readonly onResolve: () => void;
}

/** Shown when a newer version was published during editing: neither version is lost. */
export function NewerVersionNotice({ hasFailed, onResolve }: NewerVersionNoticeProps) {
  const { prompt, work, updateWork, published } = useWorkspace();
  const { id, version } = prompt;
  const baseVersion = work.base.version;
  const resolve = (update: (work: UnsavedWork) => UnsavedWork) => {
    updateWork(update);
    onResolve();
  };
  return (
    <Alert
      className="notice save-notice"
      color={hasFailed ? 'red' : 'yellow'}
      title={
        hasFailed
          ? `Not saved: version ${version} was published meanwhile`
          : `Version ${version} was published while you were editing`
      }
      role="alert"
    >
      <Text size="sm">
        You started from version {baseVersion}. Your changes are not lost.{' '}
        <Anchor component={Link} href={`/prompts/${id}?tab=versions&from=${baseVersion}&to=${version}`} inherit>
          See what changed
        </Anchor>
      </Text>
      <Group mt="xs" gap="sm">
        <Button size="xs" variant="default" onClick={() => resolve((mine) => loadTheirs(mine, published))}>
          Load version {version}
        </Button>
        <Button size="xs" variant="default" onClick={() => resolve((mine) => keepMine(mine, published))}>
          Keep my text
        </Button>
      </Group>
    </Alert>
  );
}
