import { RenderedPrompt } from './rendered-prompt.tsx';
import { usePreview } from './use-preview.ts';
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
