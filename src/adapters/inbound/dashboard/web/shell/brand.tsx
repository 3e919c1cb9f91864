import { Group, Text } from '@mantine/core';

/** The icon of the browser tab, which is part of the page. */
const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;

export function Brand() {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src={icon} alt="" width={24} height={24} />
      <Text fw={700}>Prompthold</Text>
    </Group>
  );
}
