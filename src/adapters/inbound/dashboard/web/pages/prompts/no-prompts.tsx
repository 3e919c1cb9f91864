import { Button, Text } from '@mantine/core';
import { EmptyState } from '../../components/empty-state.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { serviceUrl } from '../../start/base-address.ts';

const FIRST_PROMPT = `curl ${serviceUrl}/api/prompts \\
  -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "support/greeting", "content": "Hello {{name}}!"}'`;

interface NoPromptsProps {
  readonly narrowed: boolean;
  readonly clear: () => void;
  readonly create: () => void;
}

export function NoPrompts({ narrowed, clear, create }: NoPromptsProps) {
  if (narrowed) {
    return (
      <EmptyState title="Nothing found">
        <Text>No prompt matches all of these filters.</Text>
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No prompts yet">
      <Text>Write the first one here, or create it from a terminal:</Text>
      <Snippet code={FIRST_PROMPT} what="Command" />
      <Button onClick={create}>Write the first prompt</Button>
    </EmptyState>
  );
}
