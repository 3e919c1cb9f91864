import { Badge, Group } from '@mantine/core';

/** Labels with the versions they point to. */
export function LabelBadges({ labels }: { readonly labels: Readonly<Record<string, number>> }) {
  const sorted = Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1));
  if (sorted.length === 0) return null;
  return (
    <Group gap={6}>
      {sorted.map(([label, version]) => (
        <Badge key={label} className="label-badge" variant="outline" tt="none">
          {label} v{version}
        </Badge>
      ))}
    </Group>
  );
}
