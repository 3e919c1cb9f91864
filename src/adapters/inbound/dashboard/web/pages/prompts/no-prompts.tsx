import { Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { serviceUrl } from '../../start/base-address.ts';

const FIRST_PROMPT = `curl ${serviceUrl}/api/prompts \\
  -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "support/greeting", "content": "Hello {{name}}!"}'`;

interface NoPromptsProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly onCreate: () => void;
}

export function NoPrompts({ isFiltered, onClear, onCreate }: NoPromptsProps) {
  if (isFiltered) {
    return (
      <EmptyState title="Nothing found">
        <Text>No prompt matches these filters.</Text>
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No prompts yet">
      <Text>Write the first one here, or create it from a terminal:</Text>
      <Snippet code={FIRST_PROMPT} subject="Command" isWrapped />
      <Group>
        <Button onClick={onCreate}>Write the first prompt</Button>
        <Button component={Link} href="/prompts/import" variant="default">
          Import from another tool
        </Button>
      </Group>
    </EmptyState>
  );
}
