import { Table } from '@mantine/core';

/** A row of headings, each of them a text. */
export function TableHead({ columns }: { readonly columns: readonly string[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) => (
          <Table.Th scope="col" key={column}>
            {column}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
