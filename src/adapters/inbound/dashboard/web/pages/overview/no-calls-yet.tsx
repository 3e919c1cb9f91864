import { Anchor, Box, Text } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';
import { Snippet } from '../../snippets/snippet.tsx';
import { publicUrl } from '../../start/public-url.ts';

const FIRST_CALL = `curl -H "Authorization: Bearer $PROMPTHOLD_KEY" ${publicUrl}/api/prompts`;

export function NoCallsYet() {
  return (
    <EmptyState title="No calls in the last 30 days">
      <Text>
        Call the API, and the call appears here within two seconds. Copy your key on{' '}
        <Anchor component={Link} href="/connect" underline="always">
          Connect
        </Anchor>
        , which also has snippets for agents and applications.
      </Text>
      <Box w="100%">
        <Snippet code={FIRST_CALL} subject="Command" isWrapped />
      </Box>
    </EmptyState>
  );
}
