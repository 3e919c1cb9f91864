import './editor.css';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../start/start-facts.ts';
import { templateHighlights } from './template-highlights.ts';

export interface TemplateEditorProps {
  /** What it holds, for those who do not see where it stands. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly describedBy?: string;
  readonly numbered?: boolean;
}

/** A text field in which the tags of templates stand out. Tab leaves it, as it leaves every other field. */
export default function TemplateEditor({ label, value, onChange, describedBy, numbered = false }: TemplateEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later values are given to it below
  useEffect(() => {
    if (!host.current) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(styleNonce),
          EditorView.contentAttributes.of({
            'aria-label': label,
            ...(describedBy ? { 'aria-describedby': describedBy } : {}),
          }),
          EditorView.lineWrapping,
          // What is not a line break to the server stays what it is.
          EditorState.lineSeparator.of('\n'),
          ...(numbered ? [lineNumbers()] : []),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          tags,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, describedBy, numbered]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div className="template-editor" ref={host} />;
}

const MARKS = {
  variable: Decoration.mark({ class: 'tag-variable' }),
  section: Decoration.mark({ class: 'tag-section' }),
  include: Decoration.mark({ class: 'tag-include' }),
  escape: Decoration.mark({ class: 'tag-escape' }),
  mistake: Decoration.mark({ class: 'tag-mistake', attributes: { title: 'This section has no partner' } }),
} as const;

class TagMarks {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = marksOf(view.state.doc.toString());
  }

  update({ docChanged, state }: ViewUpdate): void {
    if (docChanged) this.decorations = marksOf(state.doc.toString());
  }
}

function marksOf(text: string): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to, kind } of templateHighlights(text)) builder.add(from, to, MARKS[kind]);
  return builder.finish();
}

const tags = ViewPlugin.fromClass(TagMarks, { decorations: ({ decorations }) => decorations });
