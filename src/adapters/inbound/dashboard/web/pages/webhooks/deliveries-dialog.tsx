import { Badge, Modal, SegmentedControl, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { type Delivery, type DeliveryState, useDeliveries, useRetryDelivery } from '../../api/account/webhooks.ts';
import { announceFailure } from '../../components/announce-failure.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { NotLoaded } from '../../outage/load-problem.tsx';
import type { WebhookDialogProps } from './webhook-dialog-props.ts';

const STATES = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
  { value: 'done', label: 'Done' },
] as const;

const COLORS = { pending: 'orange', failed: 'red', done: 'green' } as const;

/** The deliveries of the last 7 days, at most 1,000. */
export function DeliveriesDialog({ webhook, opened, onClose }: WebhookDialogProps) {
  const [state, setState] = useState<DeliveryState | ''>('');
  return (
    <Modal opened={opened} onClose={onClose} title={`Deliveries to ${webhook.url}`} size="xl">
      <Stack>
        <SegmentedControl aria-label="State" data={[...STATES]} value={state} onChange={setState} />
        <DeliveryTable id={webhook.id} state={state} />
      </Stack>
    </Modal>
  );
}

function DeliveryTable({ id, state }: { readonly id: string; readonly state: DeliveryState | '' }) {
  const deliveries = useDeliveries(id, state);
  const { data } = deliveries;
  if (!data)
    return (
      <NotLoaded
        title="Could not load deliveries"
        query={deliveries}
        pending={<Skeleton height={160} role="status" aria-label="Loading" />}
      />
    );
  if (data.length === 0) return <Text c="dimmed">No deliveries in the last 7 days</Text>;
  return (
    <>
      <Table.ScrollContainer minWidth={640} type="native" tabIndex={0}>
        <Table aria-label="Deliveries">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Event</Table.Th>
              <Table.Th scope="col">State</Table.Th>
              <Table.Th scope="col">Attempts</Table.Th>
              <Table.Th scope="col">Result</Table.Th>
              <Table.Th scope="col">
                <VisuallyHidden>Action</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((delivery) => (
              <DeliveryRow key={delivery.eventId} id={id} delivery={delivery} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <LoadMore query={deliveries} />
    </>
  );
}

function DeliveryRow({ id, delivery }: { readonly id: string; readonly delivery: Delivery }) {
  const { eventId, state, attempts } = delivery;
  const retry = useRetryDelivery(id);
  const send = () =>
    retry.mutate(eventId, {
      onSuccess: () => notifications.show({ message: 'Retrying the delivery' }),
      onError: announceFailure('Could not retry the delivery'),
    });
  return (
    <Table.Tr>
      <Table.Td>
        <code>{eventId}</code>
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" color={COLORS[state]}>
          {state}
        </Badge>
      </Table.Td>
      <Table.Td>{attempts}</Table.Td>
      <Table.Td className="broken-words">
        <DeliveryResult delivery={delivery} />
      </Table.Td>
      <Table.Td>
        <BusyButton
          size="xs"
          variant="default"
          busy={retry.isPending}
          aria-label={`Retry delivery of ${eventId}`}
          onClick={send}
        >
          Retry
        </BusyButton>
      </Table.Td>
    </Table.Tr>
  );
}

function DeliveryResult({ delivery: { status, error, response, dueAt } }: { readonly delivery: Delivery }) {
  return (
    <>
      <Text size="sm">{error ?? (status === null ? 'Not sent yet' : `The receiver responded ${status}`)}</Text>
      {error !== null && response && (
        <Text size="sm" c="dimmed" lineClamp={3} dir="auto">
          {response}
        </Text>
      )}
      {dueAt && (
        <Text size="sm" c="dimmed">
          Next attempt <RelativeTime at={dueAt} />
        </Text>
      )}
    </>
  );
}
