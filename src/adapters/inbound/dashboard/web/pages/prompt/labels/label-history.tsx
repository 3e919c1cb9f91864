import { Table, Text } from '@mantine/core';
import { useLabelHistory } from '../../../api/prompts/prompts.ts';
import { LoadMore } from '../../../components/load-more.tsx';
import { Loading } from '../../../components/loading.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { TableHead } from '../../../forms/table-head.tsx';
import { NotLoaded } from '../../../outage/load-problem.tsx';
import { channelName } from '../../activity/describe-event.ts';

/** Every move of a label, newest first. */
export function LabelHistory({ id, label }: { readonly id: string; readonly label: string }) {
  const history = useLabelHistory(id, label);
  const { data } = history;
  if (!data) return <NotLoaded title="Could not load the history of the label" query={history} pending={<Loading />} />;
  return (
    <>
      <Table.ScrollContainer minWidth={480} type="native" tabIndex={0}>
        <Table mt="sm" aria-label={`History of ${label}`}>
          <TableHead columns={['When', 'Moved', 'Via', 'Note']} />
          <Table.Tbody>
            {data.map(({ movedAt, version, previous, by, message }) => (
              <Table.Tr key={movedAt}>
                <Table.Td>
                  <RelativeTime at={movedAt} />
                </Table.Td>
                <Table.Td>{describeMove(previous, version)}</Table.Td>
                <Table.Td>{channelName(by)}</Table.Td>
                <Table.Td className="broken-words">
                  {message || (
                    <Text size="sm" c="dimmed">
                      –
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <LoadMore query={history} />
    </>
  );
}

function describeMove(previous: number | null, version: number | null): string {
  if (version === null) return previous === null ? 'Removed' : `Removed from v${previous}`;
  return previous === null ? `Created at v${version}` : `v${previous} → v${version}`;
}
