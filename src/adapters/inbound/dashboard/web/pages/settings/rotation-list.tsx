import { Group, Skeleton, Text } from '@mantine/core';
import { type Rotation, useRotations } from '../../api/account/key.ts';
import { LoadMore } from '../../components/load-more.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { NotLoaded } from '../../outage/load-problem.tsx';

const CHANNELS: Readonly<Record<Rotation['by'], string>> = {
  api: 'through the API',
  dashboard: 'in the dashboard',
  cli: 'on the command line',
  mcp: 'through MCP',
};

export function RotationList() {
  const recent = useRotations();
  const { data: rotations } = recent;
  if (!rotations)
    return <NotLoaded title="Could not load recent resets" query={recent} pending={<Skeleton height={80} />} />;
  if (rotations.length === 0) return <Text c="dimmed">The key has never been reset.</Text>;
  return (
    <>
      <ul className="rows" aria-label="Recent resets">
        {rotations.map(({ rotatedAt, by, address }) => (
          <li key={rotatedAt}>
            <Group justify="space-between" gap={4}>
              <Text size="sm" fw={600}>
                <RelativeTime at={rotatedAt} />
              </Text>
              <Text size="sm" c="dimmed" className="row-text">
                {CHANNELS[by]}
                {address && ` from ${address}`}
              </Text>
            </Group>
          </li>
        ))}
      </ul>
      <LoadMore query={recent} />
    </>
  );
}
