import { Checkbox, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { type BoardPrompt, isBehind, type LabelLocks } from '../../api/labels/board-prompt.ts';
import { useProtectedLabels } from '../../api/prompts/protection.ts';
import { ProtectedMark } from '../../components/protected-mark.tsx';
import { usePosition } from '../../virtual/use-position.ts';
import { VirtualTableBody } from '../../virtual/virtual-table-body.tsx';
import { DuplicateDialog } from '../prompt/dialogs/duplicate-dialog.tsx';
import { BoardRow } from './board-row.tsx';
import type { Selection } from './use-selection.ts';

const ROW_PX = 40;
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
  readonly locks: LabelLocks;
  /** Whether all rows are loaded. */
  readonly isComplete: boolean;
}

/** Prompts by labels. */
export function BoardTable(table: BoardTableProps) {
  const { rows, columns, locks, selection } = table;
  const [duplicated, setDuplicated] = useState('');
  const [duplicating, duplication] = useDisclosure();
  const [element, { width }] = usePosition<HTMLTableElement>();
  const duplicate = ({ id }: BoardPrompt) => {
    setDuplicated(id);
    duplication.open();
  };
  return (
    <>
      <table
        ref={element}
        className="board-table"
        data-wide={columns.length > FEW_COLUMNS || undefined}
        data-blocks={width < OTHER_COLUMNS_PX + columns.length * LABEL_COLUMN_PX || undefined}
        aria-label="Labels by prompt"
        aria-rowcount={rows.length + 1}
      >
        <BoardHead {...table} />
        <VirtualTableBody
          count={rows.length}
          rowHeight={ROW_PX}
          columns={columns.length + OTHER_COLUMNS}
          keyOf={(index) => rows[index]?.id ?? index}
        >
          {(index, ref) => {
            const prompt = rows[index];
            return (
              prompt && <BoardRow ref={ref} {...{ index, prompt, columns, locks, selection }} onDuplicate={duplicate} />
            );
          }}
        </VirtualTableBody>
      </table>
      <DuplicateDialog id={duplicated} opened={duplicating} onClose={duplication.close} />
    </>
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
