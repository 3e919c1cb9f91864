import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Prompt } from '../../api/prompts.ts';
import { LabelBadges } from '../../components/label-badges.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { tabDrafts } from '../../drafts/tab-drafts.ts';
import { useAccount } from '../../shell/account-context.ts';

/** A prompt in the list, linked by its name. */
export function PromptRow({ prompt }: { readonly prompt: Prompt }) {
  const { id, name, folder, type, description, tags, labels, latestVersion, archived, updatedAt } = prompt;
  const { userId } = useAccount();
  const lastPart = name.slice(folder === '' ? 0 : folder.length + 1);
  return (
    <Group component="li" className="row" justify="space-between" align="flex-start" gap="sm" p="md">
      <Stack gap={4} flex="1 1 280px" miw={0}>
        <Group gap="xs">
          <Anchor component={Link} href={`/prompts/${id}`} className="prompt-name">
            {folder !== '' && <span className="prompt-folder">{folder}/</span>}
            {lastPart}
          </Anchor>
          <Badge variant="default" size="sm">
            {type}
          </Badge>
          {tabDrafts.read(userId, id) && (
            <Badge variant="default" size="sm" tt="none">
              unsaved draft
            </Badge>
          )}
          {archived && (
            <Badge variant="default" size="sm">
              archived
            </Badge>
          )}
        </Group>
        {description && (
          <Text size="sm" c="dimmed" lineClamp={2} dir="auto">
            {description}
          </Text>
        )}
        {tags.length > 0 && (
          <Text size="sm" c="dimmed">
            {tags.map((tag) => `#${tag}`).join(' ')}
          </Text>
        )}
      </Stack>
      <Stack gap={4} align="flex-end" className="row-side">
        <LabelBadges labels={labels} />
        <Text size="sm" c="dimmed">
          Version {latestVersion} · updated <Timestamp at={updatedAt} />
        </Text>
      </Stack>
    </Group>
  );
}
