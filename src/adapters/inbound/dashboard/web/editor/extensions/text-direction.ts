import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { visibleDecorations } from './visible-decorations.ts';

const AUTOMATIC = Decoration.line({ attributes: { dir: 'auto' } });

function buildDirections({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let done = -1;
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      // Two ranges may share a line that is folded in part.
      if (line.from > done) builder.add(line.from, line.from, AUTOMATIC);
      done = line.from;
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/** Each line reads from the side at which its own script begins: a prompt may mix Hebrew and English lines. */
export const textDirection: Extension = [EditorView.perLineTextDirection.of(true), visibleDecorations(buildDirections)];
