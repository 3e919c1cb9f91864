import { useMemo, useState } from 'react';
import type { BoardPrompt } from '../../api/labels/board-prompt.ts';

export interface Selection {
  /** Selected rows that the filters show: what is hidden must not be changed. */
  readonly selected: readonly BoardPrompt[];
  has(id: string): boolean;
  toggle(id: string): void;
  /** Selects or deselects all rows from the last one that was toggled to this one. */
  extendTo(id: string): void;
  selectAll(): void;
  remove(ids: Iterable<string>): void;
  clear(): void;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Holds which rows of the board are selected. */
export function useSelection(rows: readonly BoardPrompt[]): Selection {
  const [ids, setIds] = useState(NOTHING);
  const [last, setLast] = useState<string>();
  const selected = useMemo(() => (ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id))), [ids, rows]);
  const change = (changed: Iterable<string>, isSelected: boolean) =>
    setIds((before) => {
      const after = new Set(before);
      for (const id of changed) {
        if (isSelected) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  const toggle = (id: string) => {
    setLast(id);
    change([id], !ids.has(id));
  };
  const extendTo = (id: string) => {
    const [start, end] = [last, id].map((each) => rows.findIndex((row) => row.id === each)).sort((a, b) => a - b);
    if (start === undefined || end === undefined || start < 0) return toggle(id);
    setLast(id);
    change(
      rows.slice(start, end + 1).map((row) => row.id),
      !ids.has(id),
    );
  };
  return {
    selected,
    has: (id) => ids.has(id),
    toggle,
    extendTo,
    selectAll: () => setIds(new Set(rows.map(({ id }) => id))),
    remove: (removed) => change(removed, false),
    clear: () => setIds(NOTHING),
  };
}
