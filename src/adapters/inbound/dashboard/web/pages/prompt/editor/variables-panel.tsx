import { Badge, Button, Group, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { inferVariable } from '../../../../../../../domain/templates/variables.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { draftOf, type VariableDraft } from '../workspace/variable-drafts.ts';
import { VariableDialog } from './variable-dialog.tsx';

/** What the text uses, and what was declared about it, side by side. */
export function VariablesPanel({ workspace }: { readonly workspace: Workspace }) {
  const { work, change, uses } = workspace;
  const { declared } = work.draft;
  const [editing, setEditing] = useState<VariableDraft>();
  const inferred = new Map<string, VariableDraft>(uses.map((use) => [use.name, draftOf(inferVariable(use))]));
  const names = [...new Set([...inferred.keys(), ...declared.map(({ name }) => name)])];
  const declare = (draft: VariableDraft) =>
    change({ declared: [...declared.filter(({ name }) => name !== draft.name), draft] });
  return (
    <Stack gap="xs" component="section" aria-labelledby="variables-heading">
      <Title order={2} size="h4" id="variables-heading">
        Variables
      </Title>
      {names.length === 0 ? (
        <Text size="sm" c="dimmed">
          The text uses none. Write {'{{name}}'} to make one.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={460}>
          <Table verticalSpacing="xs" aria-labelledby="variables-heading">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Name</Table.Th>
                <Table.Th scope="col">From the text</Table.Th>
                <Table.Th scope="col">Declared</Table.Th>
                <Table.Th scope="col">
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {names.map((name) => (
                <VariableRow
                  key={name}
                  name={name}
                  inferred={inferred.get(name)}
                  declared={declared.find((draft) => draft.name === name)}
                  edit={setEditing}
                  undo={() => change({ declared: declared.filter((draft) => draft.name !== name) })}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <VariableDialog variable={editing} declare={declare} close={() => setEditing(undefined)} />
    </Stack>
  );
}

interface VariableRowProps {
  readonly name: string;
  readonly inferred: VariableDraft | undefined;
  readonly declared: VariableDraft | undefined;
  readonly edit: (draft: VariableDraft) => void;
  readonly undo: () => void;
}

function VariableRow({ name, inferred, declared, edit, undo }: VariableRowProps) {
  const start = declared ?? inferred;
  return (
    <Table.Tr>
      <Table.Th scope="row" className="code-text">
        {name}
      </Table.Th>
      <Table.Td>
        {inferred ? (
          summary(inferred)
        ) : (
          <Badge color="red" variant="outline" tt="none">
            not used
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        {declared ? (
          summary(declared)
        ) : (
          <Text size="sm" c="dimmed">
            as in the text
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {start && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => edit(start)}
              aria-label={`${declared ? 'Edit' : 'Declare'} ${name}`}
            >
              {declared ? 'Edit' : 'Declare'}
            </Button>
          )}
          {declared && (
            <Button size="compact-sm" variant="default" onClick={undo} aria-label={`Undeclare ${name}`}>
              Undeclare
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function summary({ type, required, fallback, choices, description }: VariableDraft): string {
  const facts = [
    type,
    required ? 'required' : 'optional',
    ...(fallback === null ? [] : [`default ${fallback === '' ? 'empty' : fallback}`]),
    ...(choices.length === 0 ? [] : [`one of ${choices.join(', ')}`]),
    ...(description === '' ? [] : [description]),
  ];
  return facts.join(' · ');
}
