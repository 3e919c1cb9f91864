import { Code, Stack, Text, Title } from '@mantine/core';
import type { Version } from '../../../api/prompts/prompts.ts';
import { VariableTable } from './variable-table.tsx';

interface VersionContentProps {
  readonly version: Version;
  /** The content as it is shown. */
  readonly text: string;
}

/** The content, variables and config of a version. */
export function VersionContent({ version, text }: VersionContentProps) {
  const { variables, config, hash } = version;
  return (
    <Stack gap="sm">
      <Code block tabIndex={0} aria-label="Content" role="region" className="wrapped-code">
        {text}
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
