import { getChunks } from '@codemirror/merge';
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

interface LineRange {
  readonly from: number;
  readonly to: number;
}

const markLines = StateEffect.define<LineRange>();
const mark = Decoration.line({ class: 'current-change' });

/** Marks the lines of the change that `showChange` was last called for. */
export const currentChange = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { effects, state }) => {
    const effect = effects.find((each): each is StateEffect<LineRange> => each.is(markLines));
    if (!effect) return marks;
    const { from, to } = effect.value;
    const starts: number[] = [];
    for (let at = from; at <= to; at = state.doc.lineAt(at).to + 1) starts.push(state.doc.lineAt(at).from);
    return Decoration.set(starts.map((start) => mark.range(start)));
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const countChanges = ({ state }: EditorView): number => getChunks(state)?.chunks.length ?? 0;

/** Scrolls to a change of the newer text and marks it. */
export function showChange(view: EditorView, index: number): void {
  const chunk = getChunks(view.state)?.chunks[index];
  if (!chunk) return;
  // A change at the end may begin one character after the text.
  const from = Math.min(chunk.fromB, view.state.doc.length);
  const to = Math.max(from, Math.min(chunk.endB, view.state.doc.length));
  view.dispatch({
    selection: { anchor: from },
    effects: [markLines.of({ from, to }), EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 24 })],
  });
}
