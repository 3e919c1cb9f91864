import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { CommandContext } from '../shell/command-context.ts';
import type { Shortcut } from './shortcuts.ts';
import { hasOpenDialog, useShortcuts } from './use-shortcuts.ts';

const CommandPalette = lazy(() => import('./command-palette.tsx'));
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx'));
const NewPromptDialog = lazy(async () => ({
  default: (await import('../pages/prompts/dialogs/new-prompt-dialog.tsx')).NewPromptDialog,
}));

type Opened = 'palette' | 'new-prompt' | 'shortcuts';

/** The palette, the shortcuts, and the dialogs that they and all pages open. Loaded when they are needed. */
export function CommandProvider({ children }: { readonly children: ReactNode }) {
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<Opened>();
  // A dialog stays mounted, so that it can close with a transition.
  const [loaded, setLoaded] = useState<ReadonlySet<Opened>>(new Set());
  const open = (dialog: Opened) => {
    setLoaded((before) => new Set([...before, dialog]));
    setOpened(dialog);
  };
  const close = () => setOpened(undefined);
  const commands = {
    openPalette: () => open('palette'),
    createPrompt: () => open('new-prompt'),
    showShortcuts: () => open('shortcuts'),
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
        <Suspense>
          {loaded.has('palette') && <CommandPalette opened={opened === 'palette'} onClose={close} />}
          {loaded.has('new-prompt') && <NewPromptDialog opened={opened === 'new-prompt'} onClose={close} />}
          {loaded.has('shortcuts') && <ShortcutHelp opened={opened === 'shortcuts'} onClose={close} />}
        </Suspense>
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
