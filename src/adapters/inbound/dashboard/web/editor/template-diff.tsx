import './editor.css';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { styleNonce } from '../start/server-info.ts';
import { countChanges, currentChange, showChange } from './extensions/current-change.ts';
import { textDirection } from './extensions/text-direction.ts';

export interface TemplateDiffProps {
  readonly from: { readonly label: string; readonly text: string };
  readonly to: { readonly label: string; readonly text: string };
  readonly layout: 'side-by-side' | 'unified';
  /** Hides unchanged lines that are far from any change. */
  readonly isFolded: boolean;
  /** Shown beside the buttons that lead from change to change. */
  readonly controls?: ReactNode;
}

/** The header of the page and the buttons below it stay in view. */
const PAGE_HEADER_PX = 112;

const FOLDING = { margin: 3, minSize: 6 };

/** Two texts and their differences. */
export default function TemplateDiff({ from, to, layout, isFolded, controls }: TemplateDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  const newer = useRef<EditorView>(null);
  const [count, setCount] = useState(0);
  const [shown, setShown] = useState<number>();
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
    setCount(countChanges(newer.current));
    setShown(undefined);
    return () => view.destroy();
  }, [fromLabel, fromText, toLabel, toText, layout, isFolded]);

  const show = (index: number) => {
    if (!newer.current || count === 0) return;
    const next = (index + count) % count;
    showChange(newer.current, next);
    setShown(next);
  };
  return (
    <>
      <Group gap="xs" justify="space-between" className="diff-bar">
        <Group gap="sm">{controls}</Group>
        <ChangeButtons shown={shown} count={count} onShow={show} />
      </Group>
      <div className="template-diff" ref={host} />
    </>
  );
}

interface ChangeButtonsProps {
  /** Undefined until one of the buttons is pressed. */
  readonly shown: number | undefined;
  readonly count: number;
  readonly onShow: (index: number) => void;
}

function ChangeButtons({ shown, count, onShow }: ChangeButtonsProps) {
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {describePosition(shown, count)}
      </Text>
      <ActionIcon.Group>
        <IconButton
          icon={IconArrowUp}
          label="Previous change"
          title="Previous change"
          onClick={() => onShow((shown ?? 0) - 1)}
        />
        <IconButton
          icon={IconArrowDown}
          label="Next change"
          title="Next change"
          onClick={() => onShow((shown ?? -1) + 1)}
        />
      </ActionIcon.Group>
    </Group>
  );
}

function describePosition(shown: number | undefined, count: number): string {
  if (shown !== undefined) return `Change ${shown + 1} of ${count}`;
  return count === 1 ? '1 change' : `${count} changes`;
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
  currentChange,
];
