import { Avatar, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconKey, IconLogout, IconSettings } from '@tabler/icons-react';
import { Link } from 'wouter';
import { type SignedInAccount, useSignOut } from '../api/account/session.ts';
import { announceFailure } from '../components/announce-failure.ts';
import { tabDrafts } from '../drafts/tab-drafts.ts';
import { lazyDialog } from '../on-demand/lazy-dialog.tsx';
import { Menu } from '../on-demand/menu.tsx';

const SignOutDialog = lazyDialog(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog, 'opened');

export function AccountMenu({ account }: { readonly account: SignedInAccount }) {
  const signOut = useSignOut();
  const [isAsking, { open: ask, close }] = useDisclosure();
  const discardAndSignOut = () =>
    signOut.mutate(undefined, {
      onError: announceFailure('Could not sign out'),
    });
  const handleSignOut = () => (tabDrafts.list(account.userId).length > 0 ? ask() : discardAndSignOut());
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton className="account-button" aria-label={`Account of ${account.name}`}>
            <Group gap={6} wrap="nowrap">
              <Avatar size={28} color="indigo" variant="filled" aria-hidden>
                {initialOf(account.name)}
              </Avatar>
              <Text size="sm" maw={180} truncate visibleFrom="xs">
                {account.name}
              </Text>
              <IconChevronDown size={14} aria-hidden />
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{account.email}</Menu.Label>
          <Menu.Item component={Link} href="/settings" leftSection={<IconSettings size={16} aria-hidden />}>
            Settings
          </Menu.Item>
          <Menu.Item component={Link} href="/settings?tab=api-keys" leftSection={<IconKey size={16} aria-hidden />}>
            API key
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={handleSignOut}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SignOutDialog
        opened={isAsking}
        userId={account.userId}
        busy={signOut.isPending}
        onClose={close}
        onConfirm={discardAndSignOut}
      />
    </>
  );
}

/** The first code point, not half of a surrogate pair. */
const initialOf = (name: string): string => [...name][0]?.toUpperCase() ?? '';
