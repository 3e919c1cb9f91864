import { type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { findNearTags, type NearTag } from '../../../../../../domain/templates/near-tags.ts';
import { findMistakes } from '../syntax/template-highlights.ts';

/** The whole text is checked when typing pauses for so long. */
const TYPING_PAUSE_MS = 300;

/** More hints than anybody reads. */
export const NEAR_TAGS_MAX = 100;

const MISTAKE = Decoration.mark({
  class: 'tag-mistake',
  attributes: { title: 'This section is not closed or not opened' },
});

const setMistakes = StateEffect.define<DecorationSet>();

const mistakes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects }) =>
    effects.reduce((now, effect) => (effect.is(setMistakes) ? effect.value : now), marks.map(changes)),
  provide: (field) => EditorView.decorations.from(field),
});

type ReportNearTags = (nearTags: readonly NearTag[]) => void;

/** Checks what depends on the whole text, which takes too long to do it on every key. */
class TemplateCheck {
  #timer: ReturnType<typeof setTimeout>;

  constructor(
    private readonly view: EditorView,
    private readonly report: ReportNearTags,
  ) {
    this.#timer = setTimeout(() => this.#check(), 0);
  }

  update({ docChanged }: ViewUpdate): void {
    if (!docChanged) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), TYPING_PAUSE_MS);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #check(): void {
    const text = this.view.state.doc.toString();
    const marks = findMistakes(text).map(({ from, to }) => MISTAKE.range(from, to));
    this.view.dispatch({ effects: setMistakes.of(Decoration.set(marks)) });
    this.report(listNearTags(text));
  }
}

function listNearTags(text: string): readonly NearTag[] {
  const nearTags: NearTag[] = [];
  for (const nearTag of findNearTags(text)) {
    nearTags.push(nearTag);
    if (nearTags.length === NEAR_TAGS_MAX) break;
  }
  return nearTags;
}

/** Marks sections without a counterpart, and reports plain text that looks like a tag. */
export const templateCheck = (report: ReportNearTags): Extension => [
  // Inside the other marks, so that its colour is the one to be seen.
  Prec.highest(mistakes),
  ViewPlugin.define((view) => new TemplateCheck(view, report)),
];
