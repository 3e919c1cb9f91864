import { Anchor, AppShell, Burger, Group, Kbd, NavLink, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { writeTabUser } from '../drafts/tab-drafts.ts';
import { OutageBanner } from '../outage/outage-banner.tsx';
import { serviceUrl } from '../start/base-address.ts';
import { serverInfo } from '../start/server-info.ts';
import { useAccount } from './account-context.ts';
import { AccountMenu } from './account-menu.tsx';
import { ActivityBar } from './activity-bar.tsx';
import { Brand } from './brand.tsx';
import { ColorSchemeMenu } from './color-scheme-menu.tsx';
import { COMMAND_KEY, useCommands } from './command-context.ts';
import { PAGES } from './pages.ts';

const isWithin = (current: string, path: string): boolean =>
  path === '/' ? current === '/' : current === path || current.startsWith(`${path}/`);

export function Layout({ children }: { readonly children: ReactNode }) {
  const account = useAccount();
  useEffect(() => writeTabUser(account.userId), [account.userId]);
  const [opened, { toggle, close }] = useDisclosure();
  const [current] = useLocation();
  const main = useRef<HTMLElement>(null);
  const burger = useRef<HTMLButtonElement>(null);
  useWindowEvent('keydown', ({ key }) => {
    if (!opened || key !== 'Escape') return;
    close();
    // The link that had the focus is hidden now.
    burger.current?.focus();
  });
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'lg' }}
    >
      <ActivityBar />
      <AppShell.Header>
        <SkipLink page={current} main={main} />
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
              aria-expanded={opened}
              aria-controls="pages"
            />
            <Link href="/" className="brand-link">
              <Brand />
            </Link>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SearchButton />
            <ColorSchemeMenu />
            <AccountMenu account={account} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" id="pages" className="pages" data-opened={opened || undefined} aria-label="Pages">
        {PAGES.map(({ path, label, icon: Icon }) => (
          <NavLink
            key={path}
            component={Link}
            href={path}
            className="pages-link"
            label={label}
            px="sm"
            py={6}
            leftSection={<Icon size={18} aria-hidden />}
            active={isWithin(current, path)}
            aria-current={isWithin(current, path) ? 'page' : undefined}
            onClick={close}
          />
        ))}
        <Stack gap={4} mt="auto" px="sm" align="flex-start">
          <Anchor href={`${serviceUrl}/api/docs`} target="_blank" rel="noopener" size="sm">
            API reference
          </Anchor>
          <ShortcutsButton />
          <Text size="xs" c="dimmed">
            Prompthold {serverInfo.version}
          </Text>
        </Stack>
      </AppShell.Navbar>
      <AppShell.Main id="content" ref={main} tabIndex={-1}>
        <OutageBanner />
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

/** Looks like a field, because typing is what comes next. */
function SearchButton() {
  const { openPalette } = useCommands();
  return (
    <UnstyledButton className="search-button" onClick={openPalette} aria-haspopup="dialog" aria-label="Search">
      <IconSearch size={16} aria-hidden />
      <Text component="span" size="sm" flex={1} visibleFrom="sm">
        Search…
      </Text>
      <Kbd size="xs" visibleFrom="sm">
        {COMMAND_KEY} K
      </Kbd>
    </UnstyledButton>
  );
}

function ShortcutsButton() {
  const { showShortcuts } = useCommands();
  return (
    <Anchor component="button" type="button" size="sm" onClick={showShortcuts} aria-haspopup="dialog" visibleFrom="sm">
      Keyboard shortcuts
    </Anchor>
  );
}

/** Uses the full path, because with a <base> a bare "#content" would lead to another page. */
function SkipLink({ page, main }: { readonly page: string; readonly main: RefObject<HTMLElement | null> }) {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <Link className="skip-link" href={`${page}#content`} onClick={skip}>
      Skip to content
    </Link>
  );
}
