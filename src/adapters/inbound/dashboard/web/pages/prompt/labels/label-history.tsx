import { Badge, Table, Text } from '@mantine/core';
import { useLabelHistory } from '../../../api/prompts/prompts.ts';
import { LoadMore } from '../../../components/load-more.tsx';
import { Loading } from '../../../components/loading.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { TableHead } from '../../../forms/table-head.tsx';
import { NotLoaded } from '../../../outage/load-problem.tsx';
import { channelName } from '../../activity/describe-event.ts';
import { describeMove } from './label-moves.ts';

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
            {data.map((move) => (
              <Table.Tr key={move.movedAt}>
                <Table.Td>
                  <RelativeTime at={move.movedAt} />
                </Table.Td>
                <Table.Td>
                  {describeMove(move)}
                  {move.rollback && (
                    <Badge variant="outline" tt="none" ml="xs">
                      Rollback
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td>{channelName(move.by)}</Table.Td>
                <Table.Td className="broken-words">
                  {move.message || (
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
