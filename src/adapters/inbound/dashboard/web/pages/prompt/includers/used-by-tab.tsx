import { Anchor, Badge, Stack, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type Includer, useIncluders } from '../../../api/prompts/includers.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import { Loading } from '../../../components/loading.tsx';
import { TableHead } from '../../../forms/table-head.tsx';
import { NotLoaded } from '../../../outage/load-problem.tsx';
import { serviceUrl } from '../../../start/base-address.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

/** The labelled and latest versions of other prompts that include this one. */
export function UsedByTab() {
  const { prompt } = useWorkspace();
  const includers = useIncluders(prompt.id);
  const { data } = includers;
  if (!data)
    return <NotLoaded title="Could not load what includes this prompt" query={includers} pending={<Loading />} />;
  if (data.length === 0)
    return (
      <EmptyState title="No prompt includes this one">
        <Text>
          Other prompts include a text prompt with a tag such as {`{{> ${prompt.name}}}`}; those that do appear here.{' '}
          <Anchor href={`${serviceUrl}/api/docs`} target="_blank" rel="noopener" inherit>
            API reference
          </Anchor>
        </Text>
      </EmptyState>
    );
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Labelled and latest versions that include this prompt, and whether they change with it.
      </Text>
      <Table.ScrollContainer minWidth={560} type="native" tabIndex={0}>
        <Table aria-label="Prompts that include this one">
          <TableHead columns={['Prompt', 'Version', 'Include', 'State']} />
          <Table.Tbody>
            {data.map((includer) => (
              <IncluderRow
                key={`${includer.promptId} ${includer.version} ${includer.include} ${includer.state}`}
                {...includer}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <LoadMore query={includers} />
    </Stack>
  );
}

const STATES: Readonly<Record<Includer['state'], readonly [name: string, meaning: string]>> = {
  follows: ['Follows', 'changes with this prompt'],
  pinned: ['Pinned', 'stays at its version'],
  locked: ['Locked', 'serves what was included when its label moved'],
  behind: ['Behind', 'serves an older version until its includes are updated'],
};

function IncluderRow({ promptId, name, version, labels, latest, include, state }: Includer) {
  const [title, meaning] = STATES[state];
  return (
    <Table.Tr>
      <Table.Td className="broken-words">
        <Anchor component={Link} href={`/prompts/${promptId}?tab=labels`} size="sm">
          {name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        v{version} {[...labels, ...(latest ? ['latest'] : [])].join(', ')}
      </Table.Td>
      <Table.Td className="broken-words">
        <span className="code-text">{include}</span>
      </Table.Td>
      <Table.Td>
        <Badge className="label-badge" variant="outline" tt="none" data-behind={state === 'behind' || undefined}>
          {title}
        </Badge>{' '}
        <Text span size="sm" c="dimmed">
          {meaning}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
