import { useDeferredValue, useMemo } from 'react';
import { type Preview, renderPreview } from '../workspace/preview-rendering.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

/** The draft rendered with the example values, in the browser; undefined while the content is invalid. */
export function usePreview(): Preview | undefined {
  const { template, variables, include, inputs } = useWorkspace();
  const request = useDeferredValue(
    useMemo(() => template && { template, variables, include, inputs }, [template, variables, include, inputs]),
  );
  return useMemo(() => request && renderPreview(request), [request]);
}
