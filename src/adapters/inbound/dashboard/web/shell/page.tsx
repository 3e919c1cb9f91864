import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useHeadingFocus } from '../hooks/use-heading-focus.ts';

interface PageProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One page: its heading names the tab of the browser, and is read aloud when the page opens. */
export function Page({ title, description, actions, children }: PageProps) {
  const heading = useHeadingFocus();
  useEffect(() => {
    document.title = `${title} · Prompthold`;
  }, [title]);
  return (
    <Stack gap="lg" maw={1200} mx="auto">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={1} size="h2" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {description && <Text c="dimmed">{description}</Text>}
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
