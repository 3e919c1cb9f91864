import { Anchor, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useKeyUse } from '../../api/account/key.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { NotLoaded } from '../../outage/load-problem.tsx';

export function KeyUse() {
  const query = useKeyUse();
  const key = query.data;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="key-use">
      <Stack gap="md" align="flex-start">
        <Title order={2} size="h4" id="key-use">
          API key
        </Title>
        {key && (
          <Group component="dl" gap="xl" m={0}>
            <Fact name="Last used">{key.lastUsedAt === null ? 'never' : <RelativeTime at={key.lastUsedAt} />}</Fact>
            <Fact name="Created">
              <RelativeTime at={key.createdAt} />
            </Fact>
          </Group>
        )}
        {!key && <NotLoaded title="Could not load the API key" query={query} pending={<Skeleton height={24} />} />}
        <Anchor component={Link} href="/settings?tab=api-keys" size="sm">
          Manage API key
        </Anchor>
      </Stack>
    </Paper>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" fw={600} m={0}>
        {children}
      </Text>
    </div>
  );
}
