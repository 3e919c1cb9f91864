import { Anchor, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'wouter';
import type { ListResponse } from '../../api/http/queries.ts';
import { request } from '../../api/http/request.ts';
import { type Prompt, promptsKey } from '../../api/prompts/prompts.ts';
import { NotLoaded } from '../../outage/load-problem.tsx';
import { BreakableName } from '../../text/breakable-name.tsx';
import { type AgentView, writeAgentView } from './agent-view.ts';

const COUNTED_MAX = 200;
const NAMED_MAX = 5;

/** The list takes the same parameters as the endpoint, but for `tools`. */
function useSeenPrompts(view: AgentView) {
  const params = writeAgentView({ ...view, tools: 'read' });
  params.set('limit', String(COUNTED_MAX));
  return useQuery({
    queryKey: [...promptsKey, 'seen', params.toString()],
    queryFn: ({ signal }) => request<ListResponse<Prompt>>(`prompts?${params}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Shows which prompts an agent gets with this view. */
export function SeenPrompts({ view }: { readonly view: AgentView }) {
  const query = useSeenPrompts(view);
  const { data: page, isPlaceholderData } = query;
  if (!page)
    return <NotLoaded title="Could not load prompts" query={query} pending={<Skeleton height={22} width={320} />} />;
  const named = page.data.slice(0, NAMED_MAX);
  return (
    <Text size="sm" role="status" aria-busy={isPlaceholderData} className="row-text">
      <strong>{countPrompts(page)}</strong>
      {named.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index === 0 ? ': ' : ', '}
          <Anchor component={Link} href={`/prompts/${id}`} inherit>
            <BreakableName name={name} />
          </Anchor>
        </Fragment>
      ))}
      {page.data.length > named.length && ' …'}
    </Text>
  );
}

function countPrompts({ data, nextCursor }: ListResponse<Prompt>): string {
  if (nextCursor !== null) return `More than ${data.length} prompts`;
  if (data.length === 0) return 'No prompt matches: agents will see none';
  return data.length === 1 ? '1 prompt' : `${data.length} prompts`;
}
