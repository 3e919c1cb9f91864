import {
  addCursorAbove,
  addCursorBelow,
  copyLineDown,
  copyLineUp,
  cursorCharLeft,
  cursorCharRight,
  cursorDocEnd,
  cursorDocStart,
  cursorGroupLeft,
  cursorGroupRight,
  cursorLineBoundaryBackward,
  cursorLineBoundaryForward,
  cursorLineBoundaryLeft,
  cursorLineBoundaryRight,
  cursorLineDown,
  cursorLineUp,
  cursorPageDown,
  cursorPageUp,
  deleteGroupBackward,
  deleteGroupForward,
  deleteLine,
  deleteLineBoundaryBackward,
  deleteLineBoundaryForward,
  historyKeymap,
  insertNewlineKeepIndent,
  moveLineDown,
  moveLineUp,
  selectAll,
  selectCharLeft,
  selectCharRight,
  selectDocEnd,
  selectDocStart,
  selectGroupLeft,
  selectGroupRight,
  selectLine,
  selectLineBoundaryBackward,
  selectLineBoundaryForward,
  selectLineBoundaryLeft,
  selectLineBoundaryRight,
  selectLineDown,
  selectLineUp,
  selectPageDown,
  selectPageUp,
  simplifySelection,
  toggleTabFocusMode,
} from '@codemirror/commands';
import { EditorSelection, type EditorState, findClusterBreak, type StateCommand } from '@codemirror/state';
import type { KeyBinding } from '@codemirror/view';

/** CodeMirror's own commands for this also depend on its parser, because they delete levels of indentation. */
const deleteChar =
  (forward: boolean): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const deletion = state.changeByRange((range) => {
      const { from, to } = range.empty ? characterBeside(state, range.head, forward) : range;
      return { changes: { from, to }, range: EditorSelection.cursor(from) };
    });
    if (!deletion.changes.empty) {
      dispatch(
        state.update(deletion, { scrollIntoView: true, userEvent: forward ? 'delete.forward' : 'delete.backward' }),
      );
    }
    return true;
  };

/** Range of what a reader sees as one character, or of the line break. */
function characterBeside({ doc }: EditorState, position: number, forward: boolean) {
  const line = doc.lineAt(position);
  const isAtEdge = position === (forward ? line.to : line.from);
  const other = isAtEdge
    ? Math.min(doc.length, Math.max(0, position + (forward ? 1 : -1)))
    : line.from + findClusterBreak(line.text, position - line.from, forward);
  return { from: Math.min(position, other), to: Math.max(position, other) };
}

const deleteCharBackward = deleteChar(false);
const deleteCharForward = deleteChar(true);

/**
 * The keys of a text field, and those that move, copy and delete lines. CodeMirror's own list also follows the syntax of
 * programming languages, which templates do not have: it would load a parser for nothing.
 */
export const editorKeys: readonly KeyBinding[] = [
  { key: 'ArrowLeft', run: cursorCharLeft, shift: selectCharLeft, preventDefault: true },
  { key: 'Mod-ArrowLeft', mac: 'Alt-ArrowLeft', run: cursorGroupLeft, shift: selectGroupLeft, preventDefault: true },
  { mac: 'Cmd-ArrowLeft', run: cursorLineBoundaryLeft, shift: selectLineBoundaryLeft, preventDefault: true },
  { key: 'ArrowRight', run: cursorCharRight, shift: selectCharRight, preventDefault: true },
  {
    key: 'Mod-ArrowRight',
    mac: 'Alt-ArrowRight',
    run: cursorGroupRight,
    shift: selectGroupRight,
    preventDefault: true,
  },
  { mac: 'Cmd-ArrowRight', run: cursorLineBoundaryRight, shift: selectLineBoundaryRight, preventDefault: true },
  { key: 'ArrowUp', run: cursorLineUp, shift: selectLineUp, preventDefault: true },
  { mac: 'Cmd-ArrowUp', run: cursorDocStart, shift: selectDocStart },
  { mac: 'Ctrl-ArrowUp', run: cursorPageUp, shift: selectPageUp },
  { key: 'ArrowDown', run: cursorLineDown, shift: selectLineDown, preventDefault: true },
  { mac: 'Cmd-ArrowDown', run: cursorDocEnd, shift: selectDocEnd },
  { mac: 'Ctrl-ArrowDown', run: cursorPageDown, shift: selectPageDown },
  { key: 'PageUp', run: cursorPageUp, shift: selectPageUp },
  { key: 'PageDown', run: cursorPageDown, shift: selectPageDown },
  { key: 'Home', run: cursorLineBoundaryBackward, shift: selectLineBoundaryBackward, preventDefault: true },
  { key: 'Mod-Home', run: cursorDocStart, shift: selectDocStart },
  { key: 'End', run: cursorLineBoundaryForward, shift: selectLineBoundaryForward, preventDefault: true },
  { key: 'Mod-End', run: cursorDocEnd, shift: selectDocEnd },
  { key: 'Enter', run: insertNewlineKeepIndent, shift: insertNewlineKeepIndent },
  { key: 'Mod-a', run: selectAll },
  { key: 'Backspace', run: deleteCharBackward, shift: deleteCharBackward, preventDefault: true },
  { key: 'Delete', run: deleteCharForward, preventDefault: true },
  { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteGroupBackward, preventDefault: true },
  { key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteGroupForward, preventDefault: true },
  { mac: 'Mod-Backspace', run: deleteLineBoundaryBackward, preventDefault: true },
  { mac: 'Mod-Delete', run: deleteLineBoundaryForward, preventDefault: true },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Shift-Alt-ArrowUp', run: copyLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Shift-Alt-ArrowDown', run: copyLineDown },
  { key: 'Mod-Alt-ArrowUp', run: addCursorAbove },
  { key: 'Mod-Alt-ArrowDown', run: addCursorBelow },
  { key: 'Escape', run: simplifySelection },
  { key: 'Alt-l', mac: 'Ctrl-l', run: selectLine },
  { key: 'Shift-Mod-k', run: deleteLine },
  { key: 'Ctrl-m', mac: 'Shift-Alt-m', run: toggleTabFocusMode },
  ...historyKeymap,
];
