import { Box, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useHeadingFocus } from '../hooks/use-heading-focus.ts';
import { ActivityBar } from './activity-bar.tsx';
import { Brand } from './brand.tsx';
import { ColorSchemeMenu } from './color-scheme-menu.tsx';

interface EntryPageProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** A page for signed-out users, with one centred form or message. */
export function EntryPage({ title, description, children }: EntryPageProps) {
  const heading = useHeadingFocus();
  useEffect(() => {
    document.title = `${title} · Prompthold`;
  }, [title]);
  return (
    <Box className="entry-page">
      <ActivityBar />
      <Group component="header" justify="space-between" wrap="nowrap" p="md">
        <Brand />
        <ColorSchemeMenu />
      </Group>
      <Container component="main" size={440} w="100%" py={{ base: 'md', sm: 64 }}>
        <Paper withBorder shadow="sm" p={{ base: 'lg', sm: 'xl' }}>
          <Stack gap="lg">
            <div>
              <Title order={1} size="h2" ref={heading} tabIndex={-1}>
                {title}
              </Title>
              {description && (
                <Text c="dimmed" mt={4}>
                  {description}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </Container>
    </Box>
  );
}
