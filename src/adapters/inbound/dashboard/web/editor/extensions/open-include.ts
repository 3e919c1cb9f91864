import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { IncludeTarget } from '../../../../../../domain/naming/include-target.ts';
import { tokenize } from '../../../../../../domain/templates/template-tokens.ts';
import { dashboardUrl } from '../../start/base-address.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const MODIFIER = isMac ? '⌘' : 'Ctrl+';

export const OPEN_INCLUDE_KEYS = `${MODIFIER}click or ${MODIFIER}Enter`;

/** Opens included prompts in a new tab, by mouse or with the cursor on the include. */
export const openIncludes: Extension = [
  keymap.of([{ key: 'Mod-Enter', run: ({ state }) => openPrompt(findInclude(state, state.selection.main.head)) }]),
  EditorView.domEventHandlers({
    mousedown: (event, view) => {
      const hasModifier = isMac ? event.metaKey : event.ctrlKey;
      const position = hasModifier && event.button === 0 ? view.posAtCoords(event) : null;
      return position !== null && openPrompt(findInclude(view.state, position));
    },
  }),
];

function findInclude({ doc }: EditorState, position: number): IncludeTarget | undefined {
  const line = doc.lineAt(position);
  const column = position - line.from;
  const token = [...tokenize(line.text)].find(
    ({ kind, offset, source }) => kind === 'include' && column >= offset && column <= offset + source.length,
  );
  return token?.kind === 'include' ? token.target : undefined;
}

/** Whether there is something to open. */
function openPrompt(target: IncludeTarget | undefined): boolean {
  if (!target) return false;
  window.open(new URL(`prompts/${target.name}`, dashboardUrl), '_blank', 'noopener');
  return true;
}
