import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import { IS_APPLE } from '../shell/command-context.ts';
import { PAGES } from '../shell/pages.ts';
import { findShortcut, isPaletteKey, type Press, type Shortcut } from './shortcuts.ts';

/** Elements in which a letter is text, or chooses an entry that begins with it. */
const TYPING = 'input, textarea, select, [contenteditable], [role="textbox"], [role="menu"], [role="listbox"]';
const OPEN_DIALOG = '[role="dialog"][aria-modal="true"]';

/** Whether shortcuts of a single key are on. Software for voice control types letters, so users can switch them off. */
export const useShortcutSetting = () =>
  useLocalStorage({ key: 'prompthold-shortcuts', defaultValue: true, getInitialValueInEffect: false });

interface ShortcutHandlers {
  readonly togglePalette: () => void;
  readonly run: (shortcut: Shortcut) => void;
}

export function useShortcuts({ togglePalette, run }: ShortcutHandlers): void {
  const [isOn] = useShortcutSetting();
  const previous = useRef<Press>(undefined);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    if (isPaletteKey(event, IS_APPLE)) {
      event.preventDefault();
      togglePalette();
      return;
    }
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || hasOpenDialog()) return;
    const press = { key: event.key, at: event.timeStamp };
    const shortcut = findShortcut(press, previous.current, PAGES);
    previous.current = press;
    if (!shortcut) return;
    // Otherwise the letter would appear in the field that gets the focus.
    event.preventDefault();
    run(shortcut);
  });
  useEffect(() => {
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
}

const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.closest(TYPING) !== null;

export const hasOpenDialog = (): boolean => document.querySelector(OPEN_DIALOG) !== null;
