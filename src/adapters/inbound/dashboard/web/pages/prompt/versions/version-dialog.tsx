import { Code, Modal, Stack, Text, Title } from '@mantine/core';
import { useVersion, type Version } from '../../../api/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { LoadProblem } from '../../../outage/load-problem.tsx';
import { versionText } from '../workspace/version-text.ts';
import { VariableTable } from './variable-table.tsx';

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
        <VersionContent version={data} />
      ) : error ? (
        <LoadProblem title="Could not load the version" problem={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Modal>
  );
}

function VersionContent({ version }: { readonly version: Version }) {
  const { message, publishedAt, variables, config, hash } = version;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Published <Timestamp at={publishedAt} />
        {message && `: ${message}`}
      </Text>
      <Code block tabIndex={0} aria-label="Content" role="region" className="wrapped-code">
        {versionText(version)}
      </Code>
      {variables.length > 0 && (
        <>
          <Title order={3} size="h5">
            Variables
          </Title>
          <VariableTable variables={variables} />
        </>
      )}
      <Title order={3} size="h5">
        Config
      </Title>
      <Code block tabIndex={0} aria-label="Config" role="region" className="wrapped-code">
        {JSON.stringify(config, null, 2)}
      </Code>
      <Text size="xs" c="dimmed" className="broken-words">
        {hash}
      </Text>
    </Stack>
  );
}
