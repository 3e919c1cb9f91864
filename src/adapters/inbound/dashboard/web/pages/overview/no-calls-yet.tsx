import { Anchor, Box, Text } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { serviceUrl } from '../../start/base-address.ts';

const FIRST_CALL = `curl -H "Authorization: Bearer $PROMPTHOLD_KEY" ${serviceUrl}/api/prompts`;

export function NoCallsYet() {
  return (
    <EmptyState title="No calls in the last 30 days">
      <Text>
        Call the API, and the call appears here within two seconds. Your key is in{' '}
        <Anchor component={Link} href="/settings?tab=api-keys" underline="always">
          Settings, API Keys
        </Anchor>
        , and{' '}
        <Anchor component={Link} href="/connect" underline="always">
          Connect
        </Anchor>{' '}
        has snippets for agents and applications.
      </Text>
      <Box w="100%">
        <Snippet code={FIRST_CALL} subject="Command" isWrapped />
      </Box>
    </EmptyState>
  );
}
