import { createContext, type ReactNode, useContext } from 'react';
import type { LoadedPrompt } from '../../../api/prompts/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { KnownNamesContext } from '../../../editor/syntax/known-names.ts';
import { useWorkspaceState, type WorkspaceState } from './use-workspace-state.ts';

interface Workspace extends WorkspaceState {
  /** Fetches the prompt again; undefined when that failed. */
  readonly reload: () => Promise<LoadedPrompt | undefined>;
}

const WorkspaceContext = createContext<Workspace | undefined>(undefined);

interface WorkspaceProviderProps {
  readonly prompt: LoadedPrompt;
  readonly onReload: () => Promise<LoadedPrompt | undefined>;
  readonly children: ReactNode;
}

/** Holds the draft above the tabs of a prompt, so that switching tabs loses nothing. */
export function WorkspaceProvider({ prompt, onReload, children }: WorkspaceProviderProps) {
  const state = useWorkspaceState(prompt);
  if (!state) return <Loading />;
  return (
    <WorkspaceContext value={{ ...state, reload: onReload }}>
      <KnownNamesContext value={{ variables: state.variables, promptName: prompt.name }}>{children}</KnownNamesContext>
    </WorkspaceContext>
  );
}

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace needs a WorkspaceProvider');
  return workspace;
}
