import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Prompt } from '../../api/prompts/prompts.ts';
import { LabelBadges } from '../../components/label-badges.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';

/** The metadata of a prompt, below its name. */
export function PromptSummary({ prompt }: { readonly prompt: Prompt }) {
  const { folder, type, tags, labels, latestVersion, updatedAt } = prompt;
  return (
    <Group gap="6px 12px">
      <Badge variant="default" size="sm" tt="none">
        {type}
      </Badge>
      <Text size="sm" c="dimmed">
        v{latestVersion} · updated <RelativeTime at={updatedAt} />
      </Text>
      <LabelBadges labels={labels} latestVersion={latestVersion} />
      {folder !== '' && (
        <Text size="sm" c="dimmed" className="broken-words">
          Folder{' '}
          <Anchor component={Link} href={`/prompts?folder=${encodeURIComponent(folder)}`} size="sm">
            {folder}
          </Anchor>
        </Text>
      )}
      {tags.length > 0 && (
        <Group gap="xs" component="ul" className="tag-links" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Anchor component={Link} href={`/prompts?tag=${encodeURIComponent(tag)}`} size="sm">
                #{tag}
              </Anchor>
            </li>
          ))}
        </Group>
      )}
    </Group>
  );
}
