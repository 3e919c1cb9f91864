import { Table } from '@mantine/core';
import type { Variable } from '../../../api/prompts/prompts.ts';
import { TableHead } from '../../../forms/table-head.tsx';

export function VariableTable({ variables }: { readonly variables: readonly Variable[] }) {
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
