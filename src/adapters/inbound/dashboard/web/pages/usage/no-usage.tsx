import { Box, Text } from '@mantine/core';
import type { GroupBy } from '../../api/stats.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { serviceUrl } from '../../start/base-address.ts';

const call = (path: string): string => `curl -H "Authorization: Bearer $PROMPTHOLD_KEY" ${serviceUrl}/api/${path}`;

export function NoUsage({ groupBy }: { readonly groupBy: GroupBy }) {
  const ofPrompts = groupBy === 'prompt';
  return (
    <EmptyState title={ofPrompts ? 'No prompt was asked for in this time' : 'No calls in this time'}>
      <Text>
        {ofPrompts ? 'Read a prompt' : 'Call the API'}, and it shows here within a few seconds. Or choose a longer
        range.
      </Text>
      <Box w="100%">
        <Snippet code={call(ofPrompts ? 'prompts/greeting' : 'prompts')} what="Command" />
      </Box>
    </EmptyState>
  );
}
