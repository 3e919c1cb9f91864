import { Checkbox, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import { type BoardPrompt, isBehind } from '../../api/labels/board-prompt.ts';
import { useProtectedLabels } from '../../api/prompts/protection.ts';
import { ProtectedMark } from '../../components/protected-mark.tsx';
import { DuplicateDialog } from '../prompt/dialogs/duplicate-dialog.tsx';
import { BoardRow } from './board-row.tsx';
import { usePlace } from './use-place.ts';
import type { Selection } from './use-selection.ts';

const ROW_PX = 40;
const OVERSCAN_ROWS = 12;
const FEW_COLUMNS = 4;
/** The least room for columns, in pixels. */
const OTHER_COLUMNS_PX = 320;
const LABEL_COLUMN_PX = 92;
/** Columns before the labels: checkbox, name and latest version. Column after them: actions. */
const OTHER_COLUMNS = 4;

interface BoardTableProps {
  readonly rows: readonly BoardPrompt[];
  readonly columns: readonly string[];
  readonly selection: Selection;
  /** The label that is behind in all rows, if they were filtered so. */
  readonly behind: string;
  /** Whether all rows are loaded. */
  readonly isComplete: boolean;
}

/** Prompts by labels. */
export function BoardTable(table: BoardTableProps) {
  const { rows, columns, selection } = table;
  const [duplicated, setDuplicated] = useState('');
  const [duplicating, duplication] = useDisclosure();
  const [body, { top, width }] = usePlace<HTMLTableSectionElement>();
  const duplicate = ({ id }: BoardPrompt) => {
    setDuplicated(id);
    duplication.open();
  };
  return (
    <>
      <table
        className="board-table"
        data-wide={columns.length > FEW_COLUMNS || undefined}
        data-blocks={width < OTHER_COLUMNS_PX + columns.length * LABEL_COLUMN_PX || undefined}
        aria-label="Labels by prompt"
        aria-rowcount={rows.length + 1}
      >
        <BoardHead {...table} />
        <tbody ref={body}>
          <BoardRows rows={rows} columns={columns} selection={selection} top={top} onDuplicate={duplicate} />
        </tbody>
      </table>
      <DuplicateDialog id={duplicated} opened={duplicating} onClose={duplication.close} />
    </>
  );
}

interface BoardRowsProps extends Pick<BoardTableProps, 'rows' | 'columns' | 'selection'> {
  /** Distance of the first row from the top of the document. */
  readonly top: number;
  readonly onDuplicate: (prompt: BoardPrompt) => void;
}

/** Only the rows in view are in the document. */
function BoardRows({ rows, columns, selection, top, onDuplicate }: BoardRowsProps) {
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  const above = (items[0]?.start ?? top) - top;
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  const width = columns.length + OTHER_COLUMNS;
  return (
    <>
      <Spacer height={above} width={width} />
      {items.map(({ index, key }) => {
        const prompt = rows[index];
        return (
          prompt && (
            <BoardRow
              key={key}
              ref={virtualizer.measureElement}
              index={index}
              prompt={prompt}
              columns={columns}
              selection={selection}
              onDuplicate={onDuplicate}
            />
          )
        );
      })}
      <Spacer height={below} width={width} />
    </>
  );
}

/** Takes the place of rows that are not in the document. */
function Spacer({ height, width }: { readonly height: number; readonly width: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="board-spacer" style={{ height }}>
      <td colSpan={width} />
    </tr>
  );
}

function BoardHead({ rows, columns, behind, selection, isComplete }: BoardTableProps) {
  // Without the list, there are no locks: it must not keep the labels from being moved.
  const { data: protectedLabels = [] } = useProtectedLabels();
  const count = selection.selected.length;
  const isAllSelected = count > 0 && count === rows.length;
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="board-check">
          <Checkbox
            size="xs"
            aria-label={`Select all ${rows.length.toLocaleString()} prompts`}
            disabled={!isComplete}
            checked={isAllSelected}
            indeterminate={count > 0 && !isAllSelected}
            onChange={isAllSelected ? selection.clear : selection.selectAll}
          />
        </th>
        <th scope="col" className="board-name">
          <span role="status">
            {rows.length.toLocaleString()} {rows.length === 1 ? 'prompt' : 'prompts'}
            {behind !== '' && ` behind in ${behind}`}
            {!isComplete && ', loading…'}
          </span>
        </th>
        <th scope="col" className="board-latest">
          Latest
        </th>
        {columns.map((label) => (
          <th key={label} scope="col" className="board-label">
            <span className="board-label-name" title={label}>
              {label}
            </span>
            {protectedLabels.includes(label) && <ProtectedMark label={label} />}
            <BehindCount rows={rows} label={label} />
          </th>
        ))}
        <th scope="col" className="board-actions" aria-label="Actions" />
      </tr>
    </thead>
  );
}

function BehindCount({ rows, label }: { readonly rows: readonly BoardPrompt[]; readonly label: string }) {
  const count = rows.filter((prompt) => isBehind(prompt, label)).length;
  if (count === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {count.toLocaleString()} behind
    </Text>
  );
}
