import { Modal, Text } from '@mantine/core';
import { useVersion } from '../../../api/prompts/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { LoadProblem } from '../../../outage/load-problem.tsx';
import { versionText } from '../workspace/version-text.ts';
import { VersionContent } from './version-content.tsx';

interface VersionDialogProps {
  readonly id: string;
  /** Undefined while the dialog is closed. */
  readonly version: number | undefined;
  readonly onClose: () => void;
}

export function VersionDialog({ id, version, onClose }: VersionDialogProps) {
  const { data, error, refetch } = useVersion(id, version);
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
      ) : error ? (
        <LoadProblem title="Could not load the version" problem={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Modal>
  );
}
