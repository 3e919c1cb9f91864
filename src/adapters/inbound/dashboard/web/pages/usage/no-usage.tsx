import { Box, Text } from '@mantine/core';
import type { GroupBy } from '../../api/stats.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { serviceUrl } from '../../start/base-address.ts';

const curl = (path: string): string => `curl -H "Authorization: Bearer $PROMPTHOLD_KEY" ${serviceUrl}/api/${path}`;

export function NoUsage({ groupBy }: { readonly groupBy: GroupBy }) {
  if (groupBy === 'failedPrompt') {
    return (
      <EmptyState title="No failed calls of prompts in this period">
        Every read and every rendering of a prompt succeeded.
      </EmptyState>
    );
  }
  const isByPrompt = groupBy === 'prompt';
  return (
    <EmptyState title={isByPrompt ? 'No prompt was read in this period' : 'No calls in this period'}>
      <Text>
        {isByPrompt ? 'Read a prompt' : 'Call the API'}, and it appears here within a few seconds. Or select a longer
        range.
      </Text>
      <Box w="100%">
        <Snippet code={curl(isByPrompt ? 'prompts/greeting' : 'prompts')} subject="Command" isWrapped />
      </Box>
    </EmptyState>
  );
}
