import { Code, Modal, Stack, Text, Title } from '@mantine/core';
import { useVersion, type Version } from '../../../api/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { Moment } from '../../../components/moment.tsx';
import { ProblemNotice } from '../../../components/problem-notice.tsx';
import { VariableTable } from './variable-table.tsx';
import { versionText } from './version-text.ts';

interface VersionDialogProps {
  readonly id: string;
  /** Undefined while it is closed. */
  readonly version: number | undefined;
  readonly close: () => void;
}

export function VersionDialog({ id, version, close }: VersionDialogProps) {
  const { data, error, refetch } = useVersion(id, version);
  return (
    <Modal
      opened={version !== undefined}
      onClose={close}
      title={`Version ${version ?? ''}`}
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data ? (
        <VersionContent version={data} />
      ) : error ? (
        <ProblemNotice problem={error} retry={refetch} />
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
        Published <Moment at={publishedAt} />
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
