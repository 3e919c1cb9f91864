import { Badge, Button, Group, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { inferVariable } from '../../../../../../../domain/templates/variables.ts';
import { toVariableDraft, type VariableDraft } from '../workspace/variable-drafts.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { VariableDialog } from './variable-dialog.tsx';

/** The variables of the text beside their declarations. */
export function VariablesPanel() {
  const { work, changeDraft, uses } = useWorkspace();
  const { declared } = work.draft;
  const [editing, setEditing] = useState<VariableDraft>();
  const inferred = new Map<string, VariableDraft>(uses.map((use) => [use.name, toVariableDraft(inferVariable(use))]));
  const names = [...new Set([...inferred.keys(), ...declared.map(({ name }) => name)])];
  const declare = (draft: VariableDraft) =>
    changeDraft({ declared: [...declared.filter(({ name }) => name !== draft.name), draft] });
  return (
    <Stack gap="xs" component="section" aria-labelledby="variables-heading">
      <Title order={2} size="h4" id="variables-heading">
        Variables
      </Title>
      {names.length === 0 ? (
        <Text size="sm" c="dimmed">
          The text uses no variables. Write {'{{name}}'} to add one.
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
                  onEdit={setEditing}
                  onUndeclare={() => changeDraft({ declared: declared.filter((draft) => draft.name !== name) })}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <VariableDialog variable={editing} onDeclare={declare} onClose={() => setEditing(undefined)} />
    </Stack>
  );
}

interface VariableRowProps {
  readonly name: string;
  readonly inferred: VariableDraft | undefined;
  readonly declared: VariableDraft | undefined;
  readonly onEdit: (draft: VariableDraft) => void;
  readonly onUndeclare: () => void;
}

function VariableRow({ name, inferred, declared, onEdit, onUndeclare }: VariableRowProps) {
  const start = declared ?? inferred;
  return (
    <Table.Tr>
      <Table.Th scope="row" className="code-text">
        {name}
      </Table.Th>
      <Table.Td>
        {inferred ? (
          summarize(inferred)
        ) : (
          <Badge color="red" variant="outline" tt="none">
            not used
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        {declared ? (
          summarize(declared)
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
              onClick={() => onEdit(start)}
              aria-label={`${declared ? 'Edit' : 'Declare'} ${name}`}
            >
              {declared ? 'Edit' : 'Declare'}
            </Button>
          )}
          {declared && (
            <Button size="compact-sm" variant="default" onClick={onUndeclare} aria-label={`Undeclare ${name}`}>
              Undeclare
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function summarize({ type, required, fallback, choices, description }: VariableDraft): string {
  const facts = [
    type,
    required ? 'required' : 'optional',
    ...(fallback === null ? [] : [`default ${fallback === '' ? 'empty' : fallback}`]),
    ...(choices.length === 0 ? [] : [`one of ${choices.join(', ')}`]),
    ...(description === '' ? [] : [description]),
  ];
  return facts.join(' · ');
}
