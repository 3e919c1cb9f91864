import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Prompt } from '../../api/prompts.ts';
import { LabelBadges } from '../../components/label-badges.tsx';
import { Timestamp } from '../../components/timestamp.tsx';

/** The metadata of a prompt, below its name. */
export function PromptSummary({ prompt }: { readonly prompt: Prompt }) {
  const { folder, type, tags, labels, latestVersion, updatedAt } = prompt;
  return (
    <Group gap="md">
      <Badge variant="default">{type}</Badge>
      <Text size="sm" className="broken-words">
        Folder{' '}
        <Anchor component={Link} href={`/prompts?folder=${encodeURIComponent(folder)}`} size="sm" underline="always">
          {folder === '' ? 'none' : folder}
        </Anchor>
      </Text>
      <Text size="sm" c="dimmed">
        Version {latestVersion} · updated <Timestamp at={updatedAt} />
      </Text>
      {tags.length > 0 && (
        <Group gap="xs" component="ul" className="tag-links" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Anchor component={Link} href={`/prompts?tag=${encodeURIComponent(tag)}`} size="sm" underline="always">
                #{tag}
              </Anchor>
            </li>
          ))}
        </Group>
      )}
      <LabelBadges labels={labels} />
    </Group>
  );
}
