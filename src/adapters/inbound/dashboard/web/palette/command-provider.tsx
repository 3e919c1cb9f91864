import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { lazyDialog } from '../on-demand/lazy-dialog.tsx';
import { CommandContext } from '../shell/command-context.ts';
import type { Shortcut } from './shortcuts.ts';
import { hasOpenDialog, useShortcuts } from './use-shortcuts.ts';

const CommandPalette = lazyDialog(async () => (await import('./command-palette.tsx')).CommandPalette, 'opened');
const ShortcutHelp = lazyDialog(async () => (await import('./shortcut-help.tsx')).ShortcutHelp, 'opened');
const NewPromptDialog = lazyDialog(
  async () => (await import('../pages/prompts/dialogs/new-prompt-dialog.tsx')).NewPromptDialog,
  'opened',
);

/** The palette, the shortcuts, and the dialogs that they and all pages open. Loaded when they are needed. */
export function CommandProvider({ children }: { readonly children: ReactNode }) {
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<'palette' | 'new-prompt' | 'shortcuts'>();
  const close = () => setOpened(undefined);
  const commands = {
    openPalette: () => setOpened('palette'),
    createPrompt: () => setOpened('new-prompt'),
    showShortcuts: () => setOpened('shortcuts'),
  };
  const run = (shortcut: Shortcut) => {
    if (shortcut.kind === 'go') navigate(shortcut.path);
    else if (shortcut.kind === 'create') commands.createPrompt();
    else if (shortcut.kind === 'help') commands.showShortcuts();
    else if (!focusSearchField()) commands.openPalette();
  };
  const togglePalette = () => {
    if (opened === 'palette') close();
    else if (!hasOpenDialog()) commands.openPalette();
  };
  useShortcuts({ togglePalette, run });
  return (
    <CommandContext value={commands}>
      {children}
      <ErrorBoundary>
        <CommandPalette opened={opened === 'palette'} onClose={close} />
        <NewPromptDialog opened={opened === 'new-prompt'} onClose={close} />
        <ShortcutHelp opened={opened === 'shortcuts'} onClose={close} />
      </ErrorBoundary>
    </CommandContext>
  );
}

/** Focuses the search field. False if the page has none. */
function focusSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>('main search input, main input[type="search"]');
  field?.focus();
  return field !== null;
}
