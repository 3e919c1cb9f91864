import { Compartment, type Extension, Facet, type Range, type StateEffect } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import { findNearTags, type NearTagProblem } from '../../../../../../domain/templates/near-tags.ts';
import { describeNearTag } from '../../../../../text/describe-near-tag.ts';
import { templateHighlights } from '../syntax/template-highlights.ts';
import { OPEN_INCLUDE_KEYS } from './open-include.ts';
import { visibleDecorations } from './visible-decorations.ts';

const MARKS = {
  variable: Decoration.mark({ class: 'tag-variable' }),
  section: Decoration.mark({ class: 'tag-section' }),
  include: Decoration.mark({ class: 'tag-include', attributes: { title: `${OPEN_INCLUDE_KEYS} opens this prompt` } }),
  escape: Decoration.mark({ class: 'tag-escape' }),
  'unknown-include': Decoration.mark({ class: 'tag-mistake', attributes: { title: 'No text prompt has this name' } }),
} as const;

const markNearTag = (problem: NearTagProblem): Decoration =>
  Decoration.mark({ class: 'near-tag', attributes: { title: `Plain text: ${describeNearTag(problem)}` } });

const unknownIncludes = Facet.define<readonly string[], readonly string[]>({ combine: ([names = []]) => names });
const unknownIncludesSlot = new Compartment();

const hasOtherIncludes = ({ startState, state }: ViewUpdate): boolean =>
  state.facet(unknownIncludes) !== startState.facet(unknownIncludes);

/** More than any tag has, so that those at the edges of the view are marked as a whole. */
const TAG_CHARACTERS_MAX = 1000;

function buildMarks({ state, visibleRanges }: EditorView): DecorationSet {
  const unknown = state.facet(unknownIncludes);
  const marks: Range<Decoration>[] = [];
  let done = 0;
  for (const visible of visibleRanges) {
    // No tag spans two lines, but a line may be long.
    const start = Math.max(state.doc.lineAt(visible.from).from, visible.from - TAG_CHARACTERS_MAX, done);
    const end = Math.min(state.doc.lineAt(visible.to).to, visible.to + TAG_CHARACTERS_MAX);
    if (end <= start) continue;
    const text = state.sliceDoc(start, end);
    for (const { from, to, kind } of templateHighlights(text, unknown)) {
      marks.push(MARKS[kind].range(start + from, start + to));
    }
    for (const { offset, source, problem } of findNearTags(text)) {
      marks.push(markNearTag(problem).range(start + offset, start + offset + source.length));
    }
    done = end;
  }
  return Decoration.set(marks, true);
}

/** Highlights tags, with includes of these prompts as mistakes, and plain text that looks like a tag. */
export const tagMarks = (unknown: readonly string[]): Extension => [
  visibleDecorations(buildMarks, hasOtherIncludes),
  unknownIncludesSlot.of(unknownIncludes.of(unknown)),
];

export const changeUnknownIncludes = (unknown: readonly string[]): StateEffect<unknown> =>
  unknownIncludesSlot.reconfigure(unknownIncludes.of(unknown));
