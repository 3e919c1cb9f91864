import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { type SessionEntry, useEndOtherSessions, useEndSession, useSessions } from '../../api/account/session.ts';
import { announceFailure } from '../../components/announce-failure.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { NotLoaded } from '../../outage/load-problem.tsx';
import { deviceName } from './device-name.ts';

export function SessionList() {
  const query = useSessions();
  const sessions = query.data;
  const list = useRef<HTMLUListElement>(null);
  // The button is removed with its session, so the list takes the focus.
  const handleEnded = (message: string) => {
    notifications.show({ color: 'green', message });
    list.current?.focus();
  };
  if (!sessions)
    return <NotLoaded title="Could not load your sessions" query={query} pending={<Skeleton height={120} />} />;
  return (
    <Stack gap={0}>
      <ul className="rows" aria-label="Sessions" ref={list} tabIndex={-1}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={() => handleEnded('Session signed out')} />
        ))}
      </ul>
      {sessions.length > 1 && <EndOthers onEnded={() => handleEnded('All other sessions signed out')} />}
    </Stack>
  );
}

function SessionRow({ session, onEnded }: { readonly session: SessionEntry; readonly onEnded: () => void }) {
  const end = useEndSession();
  const device = deviceName(session.userAgent);
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="md">
        <div className="row-text">
          <Group gap="xs">
            <Text fw={600} title={session.userAgent}>
              {device}
            </Text>
            {session.current && <Badge variant="light">This session</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            From {session.address} · started <RelativeTime at={session.startedAt} /> · last seen{' '}
            <RelativeTime at={session.seenAt} />
          </Text>
        </div>
        {!session.current && (
          <BusyButton
            variant="default"
            flex="none"
            busy={end.isPending}
            aria-label={`Sign out ${device} from ${session.address}`}
            onClick={() =>
              end.mutate(session.id, { onSuccess: onEnded, onError: announceFailure('Could not sign out') })
            }
          >
            Sign out
          </BusyButton>
        )}
      </Group>
    </li>
  );
}

function EndOthers({ onEnded }: { readonly onEnded: () => void }) {
  const endOthers = useEndOtherSessions();
  return (
    <Group mt="md">
      <BusyButton
        variant="default"
        busy={endOthers.isPending}
        onClick={() =>
          endOthers.mutate(undefined, { onSuccess: onEnded, onError: announceFailure('Could not sign out') })
        }
      >
        Sign out all other sessions
      </BusyButton>
    </Group>
  );
}
