import { Group, Text } from '@mantine/core';
import { dashboardUrl } from '../start/base-address.ts';

export function Brand() {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src={new URL('icon.svg', dashboardUrl).href} alt="" width={24} height={24} />
      <Text fw={700}>Prompthold</Text>
    </Group>
  );
}
