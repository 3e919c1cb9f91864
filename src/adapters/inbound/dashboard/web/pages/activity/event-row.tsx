import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconFilePlus, IconGitCommit, IconLock, IconPencil, IconTag, IconTrash } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { ChangeEvent } from '../../api/activity/change-events.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { channelName, describeEvent, messageOf, type Segment } from './describe-event.ts';

const ICONS = {
  'prompt.created': IconFilePlus,
  'prompt.changed': IconPencil,
  'version.published': IconGitCommit,
  'label.moved': IconTag,
  'prompt.deleted': IconTrash,
  'protection.changed': IconLock,
} as const;

export function EventRow({ event }: { readonly event: ChangeEvent }) {
  const Icon = ICONS[event.type];
  const message = messageOf(event);
  return (
    <Group component="li" className="event" align="flex-start" gap="sm" wrap="nowrap">
      <Icon size={18} className="event-icon" aria-hidden />
      <Stack gap={2} flex={1} miw={0}>
        <Text size="sm" className="event-text">
          {describeEvent(event).map((segment) => (
            <SentencePart key={segment.text} {...segment} />
          ))}
        </Text>
        {message !== '' && (
          <Text size="xs" c="dimmed" className="event-text" dir="auto" lineClamp={2}>
            {message}
          </Text>
        )}
      </Stack>
      <Text size="xs" c="dimmed" className="event-origin">
        <RelativeTime at={event.timestamp} /> · {channelName(event.data.by)}
      </Text>
    </Group>
  );
}

function SentencePart({ text, href }: Segment) {
  if (href === undefined) return text;
  return (
    <Anchor component={Link} href={href} inherit underline="always">
      {text}
    </Anchor>
  );
}
