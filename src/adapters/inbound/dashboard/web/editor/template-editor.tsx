import './editor.css';
import { history } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useContext, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { NearTag } from '../../../../../domain/templates/near-tags.ts';
import { styleNonce } from '../start/server-info.ts';
import { ChangeReporter } from './extensions/change-reporter.ts';
import { editorKeys } from './extensions/editor-keys.ts';
import { lazyCompletions } from './extensions/lazy-completions.ts';
import { lazySearch } from './extensions/lazy-search.ts';
import { openIncludes } from './extensions/open-include.ts';
import { changeUnknownIncludes, tagMarks } from './extensions/tag-marks.ts';
import { templateCheck } from './extensions/template-check.ts';
import { textDirection } from './extensions/text-direction.ts';
import { NearTagHint } from './near-tag-hint.tsx';
import { KnownNamesContext } from './syntax/known-names.ts';

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

/** A text editor for templates, which highlights and completes tags. Tab leaves it, as it does any other field. */
export default function TemplateEditor(props: TemplateEditorProps) {
  const { label, value, onChange, describedBy, hasLineNumbers = false, unknownIncludes = NONE, hasFocus } = props;
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<{ readonly view: EditorView; readonly reporter: ChangeReporter }>(null);
  const [nearTags, setNearTags] = useState<readonly NearTag[]>([]);
  const known = useContext(KnownNamesContext);
  const readNames = useEffectEvent(() => known);
  const report = useEffectEvent(onChange);

  // Before the next frame, which would otherwise show no text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; the effects below pass on later values
  useLayoutEffect(() => {
    if (!host.current) return;
    const reporter = new ChangeReporter((text) => report(text));
    const extensions = [
      ...editorExtensions({ label, describedBy, hasLineNumbers }),
      tagMarks(unknownIncludes),
      lazyCompletions(() => readNames()),
      templateCheck(setNearTags),
      reporter.extension,
    ];
    const view = new EditorView({ parent: host.current, state: EditorState.create({ doc: value, extensions }) });
    shown.current = { view, reporter };
    if (hasFocus) view.focus();
    return () => {
      reporter.destroy();
      view.destroy();
    };
  }, [label, describedBy, hasLineNumbers]);

  useEffect(() => shown.current?.reporter.show(value, shown.current.view), [value]);

  useEffect(() => shown.current?.view.dispatch({ effects: changeUnknownIncludes(unknownIncludes) }), [unknownIncludes]);

  return (
    <div>
      <div className="template-editor" ref={host} />
      <NearTagHint nearTags={nearTags} />
    </div>
  );
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
  lazySearch(),
  openIncludes,
  keymap.of(editorKeys),
  textDirection,
];

/** Keeps the cursor clear of the page header and of a bar at the bottom, where they cover the editor. */
function pageScrollMargins({ dom }: EditorView) {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const [header, bar] = [Number.parseFloat(scrollPaddingTop) || 0, Number.parseFloat(scrollPaddingBottom) || 0];
  const { top, bottom } = dom.getBoundingClientRect();
  return {
    top: Math.min(header, Math.max(0, header - top)),
    bottom: Math.min(bar, Math.max(0, bottom - (window.innerHeight - bar))),
  };
}
