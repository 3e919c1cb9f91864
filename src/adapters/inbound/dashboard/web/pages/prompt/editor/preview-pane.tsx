import { useDeferredValue, useMemo } from 'react';
import { type Preview, renderPreview } from '../workspace/preview-rendering.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { RenderedPrompt } from './rendered-prompt.tsx';
import { VariablesPanel } from './variables-panel.tsx';

/** The variables with example values, and the draft rendered with them. */
export function PreviewPane() {
  const preview = usePreview();
  return (
    <div className="preview-pane">
      <VariablesPanel problems={preview?.problems ?? []} />
      <RenderedPrompt preview={preview} />
    </div>
  );
}

/** The draft rendered with the example values, in the browser; undefined while the content is invalid. */
export function usePreview(): Preview | undefined {
  const { template, variables, include, inputs } = useWorkspace();
  const request = useDeferredValue(
    useMemo(() => template && { template, variables, include, inputs }, [template, variables, include, inputs]),
  );
  return useMemo(() => request && renderPreview(request), [request]);
}
