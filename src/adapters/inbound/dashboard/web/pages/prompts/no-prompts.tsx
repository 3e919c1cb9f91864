import { Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';
import { Snippet } from '../../snippets/snippet.tsx';
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
      <EmptyState title="No matching prompts" onClear={onClear}>
        No prompts match these filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No prompts yet">
      <Text>Create your first prompt, or use the API:</Text>
      <Snippet code={FIRST_PROMPT} subject="Command" isWrapped />
      <Group>
        <Button onClick={onCreate}>Create your first prompt</Button>
        <Button component={Link} href="/prompts/import" variant="default">
          Import from another tool
        </Button>
      </Group>
    </EmptyState>
  );
}
