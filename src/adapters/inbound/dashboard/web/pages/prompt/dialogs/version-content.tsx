import { Code, Stack, Table, Text, Title } from '@mantine/core';
import type { Variable, Version } from '../../../api/prompts/prompts.ts';
import { TableHead } from '../../../forms/table-head.tsx';

interface VersionContentProps {
  readonly version: Version;
  /** Comes from the page, which needs it anyway: a module of the page would move into the file of all dialogs. */
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

function VariableTable({ variables }: { readonly variables: readonly Variable[] }) {
  return (
    <Table.ScrollContainer minWidth={420} type="native" tabIndex={0}>
      <Table>
        <TableHead columns={['Name', 'Type', 'Required', 'Default', 'Description']} />
        <Table.Tbody>
          {variables.map((variable) => (
            <Table.Tr key={variable.name}>
              <Table.Th scope="row" className="code-text">
                {variable.name}
              </Table.Th>
              <Table.Td>
                {variable.enum ? `${variable.type}: ${JSON.stringify(variable.enum)}` : variable.type}
              </Table.Td>
              <Table.Td>{variable.required ? 'yes' : 'no'}</Table.Td>
              <Table.Td>{variable.default === undefined ? '–' : JSON.stringify(variable.default)}</Table.Td>
              <Table.Td>{variable.description ?? ''}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
