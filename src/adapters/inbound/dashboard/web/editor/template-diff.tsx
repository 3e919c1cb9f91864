import './editor.css';
import { goToNextChunk, goToPreviousChunk, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension, type StateCommand } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../start/server-info.ts';
import { textDirection } from './text-direction.ts';

export interface TemplateDiffProps {
  readonly from: { readonly label: string; readonly text: string };
  readonly to: { readonly label: string; readonly text: string };
  readonly layout: 'side-by-side' | 'unified';
  /** Hides unchanged lines that are far from any change. */
  readonly isFolded: boolean;
}

/** The header of the page and the buttons below it stay in view. */
const PAGE_HEADER_PX = 112;

const FOLDING = { margin: 3, minSize: 6 };

/** Two texts and their differences. */
export default function TemplateDiff({ from, to, layout, isFolded }: TemplateDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  const newer = useRef<EditorView>(null);
  const [fromLabel, fromText, toLabel, toText] = [from.label, from.text, to.label, to.text];

  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    const folding = isFolded ? { collapseUnchanged: FOLDING } : {};
    const view =
      layout === 'unified'
        ? new EditorView({
            parent,
            doc: toText,
            extensions: [
              ...readOnlyExtensions(`Changes from ${fromLabel} to ${toLabel}`),
              unifiedMergeView({ original: fromText, mergeControls: false, gutter: true, ...folding }),
            ],
          })
        : new MergeView({
            parent,
            a: { doc: fromText, extensions: readOnlyExtensions(fromLabel) },
            b: { doc: toText, extensions: readOnlyExtensions(toLabel) },
            ...folding,
          });
    newer.current = view instanceof EditorView ? view : view.b;
    return () => view.destroy();
  }, [fromLabel, fromText, toLabel, toText, layout, isFolded]);

  const go = (command: StateCommand) => newer.current && command(newer.current);
  return (
    <>
      <Group gap="xs" className="change-buttons">
        <Button variant="default" size="xs" onClick={() => go(goToPreviousChunk)}>
          Previous change
        </Button>
        <Button variant="default" size="xs" onClick={() => go(goToNextChunk)}>
          Next change
        </Button>
      </Group>
      <div className="template-diff" ref={host} />
    </>
  );
}

const readOnlyExtensions = (label: string): Extension[] => [
  EditorView.cspNonce.of(styleNonce),
  EditorView.contentAttributes.of({ 'aria-label': label }),
  EditorView.lineWrapping,
  EditorView.scrollMargins.of(() => ({ top: PAGE_HEADER_PX, bottom: 24 })),
  lineNumbers(),
  EditorState.lineSeparator.of('\n'),
  EditorState.readOnly.of(true),
  textDirection,
];
