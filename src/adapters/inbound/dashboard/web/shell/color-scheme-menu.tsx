import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { Menu } from '../on-demand/menu.tsx';
import { COLOR_SCHEMES } from './color-schemes.ts';

export function ColorSchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = COLOR_SCHEMES.find(({ value }) => value === colorScheme) ?? COLOR_SCHEMES[2];
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`Color scheme: ${current.label}`}>
          <current.icon size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {COLOR_SCHEMES.map(({ value, label }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={value === current.value}
            onChange={() => setColorScheme(value)}
            closeMenuOnClick
          >
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
