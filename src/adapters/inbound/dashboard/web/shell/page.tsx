import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useHeadingFocus } from '../hooks/use-heading-focus.ts';
import { BreakableName } from '../text/breakable-name.tsx';

interface PageProps {
  readonly title: string;
  /** The active one of several tabs, named in the browser's title and history. */
  readonly tab?: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** Leaves as much of the window to the content as possible. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A page whose heading is also the title of the browser tab and is read aloud when it opens. */
export function Page({ title, tab, description, actions, isWide = false, children }: PageProps) {
  const heading = useHeadingFocus();
  useEffect(() => {
    document.title = [title, tab, 'Prompthold'].filter((part) => part !== undefined).join(' · ');
  }, [title, tab]);
  return (
    <Stack {...(isWide ? { gap: 'sm' } : { gap: 'md', maw: 1200, mx: 'auto' })}>
      <Group justify="space-between" align={isWide ? 'flex-start' : 'flex-end'}>
        <div className="page-title">
          <Title order={1} size="h3" ref={heading} tabIndex={-1}>
            <BreakableName name={title} />
          </Title>
          {description && (
            <Text size="sm" c="dimmed" dir="auto">
              {description}
            </Text>
          )}
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
