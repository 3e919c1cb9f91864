import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

export const COLOR_SCHEMES = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  // Follows the operating system, also when that changes by itself in the evening.
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const;
