import { Box, Text } from '@mantine/core';
import type { GroupBy } from '../../api/account/stats.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Snippet } from '../../snippets/snippet.tsx';
import { serviceUrl } from '../../start/base-address.ts';

const curl = (path: string): string => `curl -H "Authorization: Bearer $PROMPTHOLD_KEY" ${serviceUrl}/api/${path}`;

export function NoUsage({ groupBy }: { readonly groupBy: GroupBy }) {
  if (groupBy === 'failedPrompt') {
    return (
      <EmptyState title="No failed prompt calls in this period">
        Every prompt was fetched and rendered successfully.
      </EmptyState>
    );
  }
  const isByPrompt = groupBy === 'prompt';
  return (
    <EmptyState title={isByPrompt ? 'No prompt calls in this period' : 'No calls in this period'}>
      <Text>
        {isByPrompt ? 'Fetch a prompt' : 'Call the API'}, and the call appears here within seconds. Or select a longer
        period.
      </Text>
      <Box w="100%">
        <Snippet code={curl(isByPrompt ? 'prompts/greeting' : 'prompts')} subject="Command" isWrapped />
      </Box>
    </EmptyState>
  );
}
