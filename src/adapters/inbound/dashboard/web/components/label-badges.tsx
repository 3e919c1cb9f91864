import { Badge, Group, VisuallyHidden } from '@mantine/core';
import { compareLabels } from '../text/compare-labels.ts';

interface LabelBadgesProps {
  readonly labels: Readonly<Record<string, number>>;
  readonly latestVersion: number;
  /** Number of labels that are shown; the others are only counted. */
  readonly shownMax?: number;
}

/** Labels with the versions they point to, amber where that is not the latest. */
export function LabelBadges({ labels, latestVersion, shownMax = Number.POSITIVE_INFINITY }: LabelBadgesProps) {
  const sorted = Object.entries(labels).sort(([one], [other]) => compareLabels(one, other));
  if (sorted.length === 0) return null;
  const others = sorted.slice(shownMax);
  return (
    <Group gap={6} wrap={shownMax === Number.POSITIVE_INFINITY ? 'wrap' : 'nowrap'} miw={0}>
      {sorted.slice(0, shownMax).map(([label, version]) => (
        <LabelBadge key={label} label={label} version={version} latestVersion={latestVersion} />
      ))}
      {others.length > 0 && (
        <span className="more-labels" title={others.map(([label, version]) => `${label} v${version}`).join(', ')}>
          +{others.length}
          <VisuallyHidden> more {others.length === 1 ? 'label' : 'labels'}</VisuallyHidden>
        </span>
      )}
    </Group>
  );
}

interface LabelBadgeProps {
  readonly label: string;
  readonly version: number;
  readonly latestVersion: number;
}

function LabelBadge({ label, version, latestVersion }: LabelBadgeProps) {
  const isBehind = version < latestVersion;
  return (
    <Badge
      className="label-badge"
      data-behind={isBehind || undefined}
      variant="outline"
      tt="none"
      title={isBehind ? `${label} points to version ${version}; the latest is ${latestVersion}` : undefined}
    >
      <span className="label-text">
        <span className="label-name">{label}</span> v{version}
      </span>
      {isBehind && <VisuallyHidden>, behind the latest version {latestVersion}</VisuallyHidden>}
    </Badge>
  );
}
