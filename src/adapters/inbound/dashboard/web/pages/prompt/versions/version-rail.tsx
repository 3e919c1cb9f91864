import { Badge, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { useVersions, type VersionSummary } from '../../../api/prompts/prompts.ts';
import { LoadMore } from '../../../components/load-more.tsx';
import { Loading } from '../../../components/loading.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { NotLoaded } from '../../../outage/load-problem.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { type Comparison, comparisonQuery } from './comparison.ts';

export interface VersionRailProps {
  readonly comparison: Comparison;
  readonly onSelect: () => void;
}

/** Lists all versions, newest first. Each is a link to its comparison. */
export function VersionRail(selection: VersionRailProps) {
  const { prompt } = useWorkspace();
  const versions = useVersions(prompt.id);
  const { data } = versions;
  if (!data) return <NotLoaded title="Could not load versions" query={versions} pending={<Loading />} />;
  return (
    <>
      <ul className="plain-list" aria-label="Versions">
        {data.map((version) => (
          <li key={version.version}>
            <VersionLink version={version} {...selection} />
          </li>
        ))}
      </ul>
      <LoadMore query={versions} />
    </>
  );
}

type VersionLinkProps = VersionRailProps & { readonly version: VersionSummary };

function VersionLink({ version: summary, comparison, onSelect }: VersionLinkProps) {
  const { prompt } = useWorkspace();
  const { version, publishedAt } = summary;
  const { from, to, chosenFrom } = comparison;
  const isBase = version === from && from !== to;
  // A version is not compared with itself: the default leads to another one.
  const nextFrom = chosenFrom === `${version}` ? undefined : chosenFrom;
  return (
    <Link
      href={`/prompts/${prompt.id}?${comparisonQuery(version, nextFrom)}`}
      className="version-link"
      aria-current={version === to || undefined}
      data-base={isBase || undefined}
      onClick={onSelect}
    >
      <Group gap={6} justify="space-between" wrap="nowrap" align="flex-start">
        <Group gap={6}>
          <strong>v{version}</strong>
          <VersionBadges version={version} />
        </Group>
        <Text component="span" size="xs" c="dimmed" className="version-age">
          <RelativeTime at={publishedAt} isShort />
        </Text>
      </Group>
      <VersionMessage version={summary} />
      {isBase && <VisuallyHidden>compared with v{to}</VisuallyHidden>}
    </Link>
  );
}

/** "latest" and the labels that point to a version. */
export function VersionBadges({ version }: { readonly version: number }) {
  const { labels, latestVersion } = useWorkspace().prompt;
  const pointing = Object.keys(labels).filter((label) => labels[label] === version);
  return (
    <>
      {version === latestVersion && (
        <Badge size="sm" variant="default" tt="none">
          latest
        </Badge>
      )}
      {pointing.sort().map((label) => (
        <Badge key={label} size="sm" className="label-badge" variant="outline" tt="none">
          {label}
        </Badge>
      ))}
    </>
  );
}

function VersionMessage({ version: { message, restoredFrom } }: { readonly version: VersionSummary }) {
  const restored = restoredFrom === null ? '' : `Restored from v${restoredFrom}`;
  const text = [restored, message].filter((part) => part !== '').join(': ');
  return (
    <Text component="span" size="xs" c="dimmed" truncate display="block" dir="auto" title={text || undefined}>
      {text || 'No message'}
    </Text>
  );
}
