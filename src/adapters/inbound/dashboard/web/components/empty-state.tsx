import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Clears the filters that nothing matches. */
  readonly onClear?: () => void;
}

/** Explains why a page is empty and what to do next. */
export function EmptyState({ title, children, onClear }: EmptyStateProps) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">
          {title}
        </Title>
        {typeof children === 'string' ? <Text>{children}</Text> : children}
        {onClear && (
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
