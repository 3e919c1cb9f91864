import './editor.css';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { styleNonce } from '../start/server-info.ts';
import { changeUnknownIncludes, tagMarks } from './tag-marks.ts';
import { textDirection } from './text-direction.ts';

export interface TemplateEditorProps {
  /** The accessible name. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly describedBy?: string;
  readonly hasLineNumbers?: boolean;
  /** Targets of includes that do not exist, which are marked. Compared by identity. */
  readonly unknownIncludes?: readonly string[];
  /** Takes the focus when it appears. */
  readonly hasFocus?: boolean;
}

const NONE: readonly string[] = [];

/** A text editor that highlights template tags. Tab leaves it, as it does any other field. */
export default function TemplateEditor(props: TemplateEditorProps) {
  const { label, value, onChange, describedBy, hasLineNumbers = false, unknownIncludes = NONE, hasFocus } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const handleChange = useEffectEvent(onChange);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; the effects below pass on later values
  useEffect(() => {
    if (!host.current) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          ...editorExtensions({ label, describedBy, hasLineNumbers }),
          tagMarks(unknownIncludes),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) handleChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    if (hasFocus) editor.focus();
    return () => editor.destroy();
  }, [label, describedBy, hasLineNumbers]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => view.current?.dispatch({ effects: changeUnknownIncludes(unknownIncludes) }), [unknownIncludes]);

  return <div className="template-editor" ref={host} />;
}

interface EditorOptions {
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly hasLineNumbers: boolean;
}

const editorExtensions = ({ label, describedBy, hasLineNumbers }: EditorOptions): readonly Extension[] => [
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
  // The browser's own search only finds the lines in view: the others are not in the page.
  search({ top: true }),
  keymap.of([...searchKeymap, ...defaultKeymap, ...historyKeymap]),
  textDirection,
];

/** Keeps the cursor clear of the page header and of a bar at the bottom, as the style of the page does for fields. */
function pageScrollMargins() {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  return { top: Number.parseFloat(scrollPaddingTop) || 0, bottom: Number.parseFloat(scrollPaddingBottom) || 0 };
}
