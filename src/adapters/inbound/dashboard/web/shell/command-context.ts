import { createContext, useContext } from 'react';

/** Commands of every page, which open something above it. */
export interface Commands {
  readonly openPalette: () => void;
  readonly createPrompt: () => void;
  readonly showShortcuts: () => void;
}

export const CommandContext = createContext<Commands | undefined>(undefined);

/** Works on every page but the entry pages. */
export function useCommands(): Commands {
  const commands = useContext(CommandContext);
  if (!commands) throw new Error('useCommands needs a CommandContext');
  return commands;
}

export const IS_APPLE: boolean = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key of shortcuts that work everywhere, as keyboards name it. */
export const COMMAND_KEY: string = IS_APPLE ? '⌘' : 'Ctrl';
