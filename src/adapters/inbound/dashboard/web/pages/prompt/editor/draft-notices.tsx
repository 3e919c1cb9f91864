import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { keepMine, loadTheirs, takeBack } from '../workspace/unsaved-work.ts';
import type { Workspace } from '../workspace/use-workspace.ts';

/** When somebody else has published while one was writing: nobody's words get lost. */
export function DraftNotices({ workspace }: { readonly workspace: Workspace }) {
  const { prompt, work, setWork, dirty, published } = workspace;
  const { id, version } = prompt;
  const overtaken = dirty && version > work.baseVersion;
  return (
    <>
      {overtaken && (
        <Alert
          className="notice"
          color="yellow"
          title={`Version ${version} was published while you were writing`}
          role="alert"
        >
          <Text size="sm">
            You began from version {work.baseVersion}. Nothing of yours is lost.{' '}
            <Anchor
              component={Link}
              href={`/prompts/${id}?tab=versions&from=${work.baseVersion}&to=${version}`}
              underline="always"
              inherit
            >
              See what changed
            </Anchor>
          </Text>
          <Group mt="sm" gap="sm">
            <Button variant="default" onClick={() => setWork((mine) => loadTheirs(mine, published, version))}>
              Load version {version}
            </Button>
            <Button variant="default" onClick={() => setWork((mine) => keepMine(mine, published, version))}>
              Keep my text
            </Button>
          </Group>
        </Alert>
      )}
      {work.aside && (
        <Alert color="gray" title="Your own text is put aside">
          <Group gap="sm">
            <Button variant="default" onClick={() => setWork(takeBack)}>
              Bring my text back
            </Button>
            <Button variant="default" onClick={() => setWork((mine) => ({ ...mine, aside: undefined }))}>
              Discard my text
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
}
