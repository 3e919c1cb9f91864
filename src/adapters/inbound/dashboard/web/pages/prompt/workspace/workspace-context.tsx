import { createContext, type ReactNode, useContext } from 'react';
import type { LoadedPrompt } from '../../../api/prompts/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { KnownNamesContext } from '../../../editor/syntax/known-names.ts';
import { useWorkspaceState, type Workspace } from './use-workspace-state.ts';

const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export interface WorkspaceProviderProps {
  readonly prompt: LoadedPrompt;
  /** Fetches the prompt again; undefined when that failed. */
  readonly onReload: () => Promise<LoadedPrompt | undefined>;
  readonly children: ReactNode;
}

/** Holds the draft above the tabs of a prompt, so that switching tabs loses nothing. */
export function WorkspaceProvider({ prompt, onReload, children }: WorkspaceProviderProps) {
  const workspace = useWorkspaceState(prompt, onReload);
  if (!workspace) return <Loading />;
  const known = { variables: workspace.variables, promptName: prompt.name };
  return (
    <WorkspaceContext value={workspace}>
      <KnownNamesContext value={known}>{children}</KnownNamesContext>
    </WorkspaceContext>
  );
}

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace needs a WorkspaceProvider');
  return workspace;
}
