import { Compartment, type Extension, Facet, RangeSetBuilder, type StateEffect } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { templateHighlights } from './template-highlights.ts';

const MARKS = {
  variable: Decoration.mark({ class: 'tag-variable' }),
  section: Decoration.mark({ class: 'tag-section' }),
  include: Decoration.mark({ class: 'tag-include' }),
  escape: Decoration.mark({ class: 'tag-escape' }),
  mistake: Decoration.mark({ class: 'tag-mistake', attributes: { title: 'This section is not closed or not opened' } }),
  'unknown-include': Decoration.mark({ class: 'tag-mistake', attributes: { title: 'No text prompt has this name' } }),
} as const;

const unknownIncludes = Facet.define<readonly string[], readonly string[]>({ combine: ([names = []]) => names });
const unknownIncludesSlot = new Compartment();

class TagMarks {
  decorations: DecorationSet;

  constructor({ state }: EditorView) {
    this.decorations = buildMarks(state.doc.toString(), state.facet(unknownIncludes));
  }

  update({ docChanged, startState, state }: ViewUpdate): void {
    const unknown = state.facet(unknownIncludes);
    if (docChanged || unknown !== startState.facet(unknownIncludes)) {
      this.decorations = buildMarks(state.doc.toString(), unknown);
    }
  }
}

function buildMarks(text: string, unknown: readonly string[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to, kind } of templateHighlights(text, unknown)) builder.add(from, to, MARKS[kind]);
  return builder.finish();
}

/** Highlights tags, with includes of these prompts as mistakes. */
export const tagMarks = (unknown: readonly string[]): Extension => [
  ViewPlugin.fromClass(TagMarks, { decorations: ({ decorations }) => decorations }),
  unknownIncludesSlot.of(unknownIncludes.of(unknown)),
];

export const changeUnknownIncludes = (unknown: readonly string[]): StateEffect<unknown> =>
  unknownIncludesSlot.reconfigure(unknownIncludes.of(unknown));
