import { Compartment, type Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

const KEYS = ['Mod-f', 'F3', 'Mod-g', 'Mod-Shift-l', 'Mod-Alt-g', 'Mod-d'];

/**
 * Search, whose code is loaded with the first key that needs it. The browser's own search only finds the lines in view:
 * the others are not in the page.
 */
export function lazySearch(): Extension {
  const loaded = new Compartment();
  const load = async (view: EditorView, pressed: string) => {
    const { search, searchKeymap } = await import('@codemirror/search');
    view.dispatch({ effects: loaded.reconfigure([search({ top: true }), keymap.of(searchKeymap)]) });
    searchKeymap.find(({ key }) => key === pressed)?.run?.(view);
  };
  const keys = KEYS.map((key) => ({
    key,
    run: (view: EditorView) => {
      void load(view, key);
      return true;
    },
  }));
  return loaded.of(keymap.of(keys));
}
