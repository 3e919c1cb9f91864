import { Tabs } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { Page } from '../../shell/page.tsx';
import { ApiKeysTab } from './api-keys-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { SecurityTab } from './security-tab.tsx';

const TABS = [
  { id: 'profile', label: 'Profile', Content: ProfileTab },
  { id: 'api-keys', label: 'API Keys', Content: ApiKeysTab },
  { id: 'security', label: 'Security', Content: SecurityTab },
] as const;

/** The tab is in the address, so that it can be linked to and the back button finds it. */
export default function SettingsPage() {
  const [params, setParams] = useSearchParams();
  const requested = params.get('tab');
  const active = TABS.find(({ id }) => id === requested) ?? TABS[0];
  const show = (tab: string | null) => {
    if (tab && tab !== active.id) setParams({ tab });
  };
  return (
    <Page title="Settings" tab={active.label}>
      {/* Unmounts inactive tabs, so that a revealed API key does not stay in the page. */}
      <Tabs value={active.id} onChange={show} keepMounted={false} activateTabWithKeyboard={false}>
        <Tabs.List mb="md">
          {TABS.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ id, Content }) => (
          <Tabs.Panel key={id} value={id}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
