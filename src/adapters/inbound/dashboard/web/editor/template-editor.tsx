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
import { useEffect, useEffectEvent, useRef } from 'react';
import { styleNonce } from '../start/server-info.ts';
import { templateHighlights } from './template-highlights.ts';

export interface TemplateEditorProps {
  /** The accessible name. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly describedBy?: string;
  readonly hasLineNumbers?: boolean;
}

/** A text editor that highlights template tags. Tab leaves it, as it does any other field. */
export default function TemplateEditor({
  label,
  value,
  onChange,
  describedBy,
  hasLineNumbers = false,
}: TemplateEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const handleChange = useEffectEvent(onChange);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; the effect below passes on later values
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
          // Only \n is a line break to the server.
          EditorState.lineSeparator.of('\n'),
          EditorView.scrollMargins.of(pageScrollMargins),
          ...(hasLineNumbers ? [lineNumbers()] : []),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          tags,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) handleChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, describedBy, hasLineNumbers]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div className="template-editor" ref={host} />;
}

/** Keeps the cursor clear of the page header and of a bar at the bottom, as the style of the page does for fields. */
function pageScrollMargins() {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  return { top: Number.parseFloat(scrollPaddingTop) || 0, bottom: Number.parseFloat(scrollPaddingBottom) || 0 };
}

const MARKS = {
  variable: Decoration.mark({ class: 'tag-variable' }),
  section: Decoration.mark({ class: 'tag-section' }),
  include: Decoration.mark({ class: 'tag-include' }),
  escape: Decoration.mark({ class: 'tag-escape' }),
  mistake: Decoration.mark({ class: 'tag-mistake', attributes: { title: 'This section is not closed or not opened' } }),
} as const;

class TagMarks {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = buildMarks(view.state.doc.toString());
  }

  update({ docChanged, state }: ViewUpdate): void {
    if (docChanged) this.decorations = buildMarks(state.doc.toString());
  }
}

function buildMarks(text: string): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to, kind } of templateHighlights(text)) builder.add(from, to, MARKS[kind]);
  return builder.finish();
}

const tags = ViewPlugin.fromClass(TagMarks, { decorations: ({ decorations }) => decorations });
