import { Modal, Text } from '@mantine/core';
import { useVersion } from '../../../api/prompts/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { NotLoaded } from '../../../outage/load-problem.tsx';
import { versionText } from '../workspace/version-text.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { VersionContent } from './version-content.tsx';

export interface VersionDialogProps {
  /** Undefined while the dialog is closed. */
  readonly version: number | undefined;
  readonly onClose: () => void;
}

export function VersionDialog({ version, onClose }: VersionDialogProps) {
  const { prompt } = useWorkspace();
  const query = useVersion(prompt.id, version);
  const { data } = query;
  return (
    <Modal opened={version !== undefined} onClose={onClose} title={`Version ${version ?? ''}`} size="xl">
      {data ? (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            Published <RelativeTime at={data.publishedAt} />
            {data.message && `: ${data.message}`}
          </Text>
          <VersionContent version={data} text={versionText(data)} />
        </>
      ) : (
        <NotLoaded title="Could not load the version" query={query} pending={<Loading />} />
      )}
    </Modal>
  );
}
