import { Tabs, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { Loading } from '../../components/loading.tsx';
import { EditorTab } from './editor/editor-tab.tsx';
import { PreviewPane } from './editor/preview-pane.tsx';
import { SaveBar } from './save/save-bar.tsx';
import { useWideWindow } from './workspace/use-wide-window.ts';
import { useWorkspace } from './workspace/workspace-context.tsx';

const VersionsTab = lazy(async () => ({ default: (await import('./versions/versions-tab.tsx')).VersionsTab }));
const LabelsTab = lazy(async () => ({ default: (await import('./labels/labels-tab.tsx')).LabelsTab }));
const UsedByTab = lazy(async () => ({ default: (await import('./includers/used-by-tab.tsx')).UsedByTab }));
const UsageTab = lazy(async () => ({ default: (await import('./usage/usage-tab.tsx')).UsageTab }));
const CodeTab = lazy(async () => ({ default: (await import('./code/code-tab.tsx')).CodeTab }));

const TABS = [
  { id: 'editor', label: 'Editor', Content: EditorTab, showsDraft: true },
  { id: 'preview', label: 'Preview', Content: PreviewPane, showsDraft: true },
  { id: 'versions', label: 'Versions', Content: VersionsTab, showsDraft: false },
  { id: 'labels', label: 'Labels', Content: LabelsTab, showsDraft: false },
  { id: 'used-by', label: 'Used by', Content: UsedByTab, showsDraft: false },
  { id: 'usage', label: 'Usage', Content: UsageTab, showsDraft: false },
  { id: 'use', label: 'Use it', Content: CodeTab, showsDraft: false },
] as const;

/** The tab is in the address, so that it can be linked to and the back button finds it. */
export function useActiveTab() {
  const [params, setParams] = useSearchParams();
  const tabs = useTabs();
  const requested = params.get('tab');
  const active = tabs.find(({ id }) => id === requested) ?? TABS[0];
  const show = (id: string | null) => setParams(id === null || id === 'editor' ? {} : { tab: id });
  return { ...active, show };
}

/** In a wide window, the preview is beside the editor. */
function useTabs() {
  const isWide = useWideWindow();
  return isWide ? TABS.filter(({ id }) => id !== 'preview') : TABS;
}

export function PromptTabs() {
  const { isDirty } = useWorkspace();
  const tabs = useTabs();
  const active = useActiveTab();
  return (
    <>
      <Tabs className="prompt-tabs" value={active.id} onChange={active.show} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id} rightSection={id === 'editor' && isDirty && <UnsavedDot />}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ id, Content }) => (
          <Tabs.Panel key={id} value={id}>
            <Suspense fallback={<Loading />}>
              <Content />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
      {active.showsDraft && <SaveBar />}
    </>
  );
}

function UnsavedDot() {
  return (
    <span className="unsaved-dot">
      <span aria-hidden>●</span>
      <VisuallyHidden>unsaved</VisuallyHidden>
    </span>
  );
}
