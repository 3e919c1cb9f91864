import {
  IconChartBar,
  IconFileText,
  IconHistory,
  IconHome,
  IconPlugConnected,
  IconSettings,
  IconTags,
  IconWebhook,
} from '@tabler/icons-react';
import { serverInfo } from '../start/server-info.ts';

/** The pages of the navigation. `key` opens the page after “g”. */
export const PAGES = [
  { path: '/', label: 'Overview', key: 'o', icon: IconHome },
  { path: '/prompts', label: 'Prompts', key: 'p', icon: IconFileText },
  { path: '/labels', label: 'Labels', key: 'l', icon: IconTags },
  { path: '/activity', label: 'Activity', key: 'a', icon: IconHistory },
  ...(serverInfo.webhooksEnabled ? [{ path: '/webhooks', label: 'Webhooks', key: 'w', icon: IconWebhook }] : []),
  { path: '/usage', label: 'Usage', key: 'u', icon: IconChartBar },
  { path: '/connect', label: 'Connect', key: 'c', icon: IconPlugConnected },
  { path: '/settings', label: 'Settings', key: 's', icon: IconSettings },
] as const;
