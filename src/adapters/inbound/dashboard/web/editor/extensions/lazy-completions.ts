import { Compartment, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { KnownNames } from '../syntax/known-names.ts';

/** Completions, whose code is loaded when the editor gets the focus. */
export function lazyCompletions(readNames: () => KnownNames): Extension {
  const loaded = new Compartment();
  let isRequested = false;
  const load = async (view: EditorView) => {
    isRequested = true;
    const before = view.state.doc;
    try {
      const { suggest, tagCompletions } = await import('./tag-completions.ts');
      if (!view.dom.isConnected) return;
      view.dispatch({ effects: loaded.reconfigure(tagCompletions(readNames)) });
      // Complete what has been typed since.
      if (view.state.doc !== before) suggest(view);
    } catch {
      isRequested = false;
    }
  };
  const loadOnFocus = (_event: FocusEvent, view: EditorView) => {
    if (!isRequested) void load(view);
  };
  return [loaded.of([]), EditorView.domEventHandlers({ focus: loadOnFocus })];
}
